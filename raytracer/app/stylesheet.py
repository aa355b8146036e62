"""The style sheet, written from the design tokens."""

from __future__ import annotations

from raytracer.app.tokens import CONTROL_HEIGHT, GAP_L, GAP_M, GAP_S, RADIUS, TEXT_BODY, TEXT_SMALL, TEXT_TITLE, Colours
from raytracer.resources import assets_dir


def stylesheet(c: Colours) -> str:
    """Qt style sheet of one theme."""
    icons = (assets_dir() / "icons").as_posix()
    return "".join(
        (_frame(c), _bars(c), _docks(c), _menus(c), _buttons(c), _inputs(c, icons), _scrolling(c, icons), _roles(c))
    )


def _frame(c: Colours) -> str:
    return f"""
QMainWindow, QDialog {{ background: {c.window}; }}
QMainWindow::separator {{ background: {c.window}; width: {GAP_S}px; height: {GAP_S}px; }}
QMainWindow::separator:hover {{ background: {c.accent}; }}
QToolTip {{ background: {c.raised}; color: {c.text}; border: 1px solid {c.line}; padding: 5px 7px; }}
QLabel {{ background: transparent; }}
"""


def _bars(c: Colours) -> str:
    return f"""
QMenuBar {{ background: {c.window}; padding: 2px {GAP_S}px; }}
QMenuBar::item {{ padding: 5px 9px; border-radius: {RADIUS - 2}px; background: transparent; }}
QMenuBar::item:selected {{ background: {c.hover}; }}
QToolBar {{ background: {c.window}; border: none; spacing: 2px; padding: 0 {GAP_M}px {GAP_S}px {GAP_M}px; }}
QToolBar::separator {{ background: {c.line}; width: 1px; margin: 6px {GAP_S}px; }}
QToolBar QToolButton {{ border: none; border-radius: {RADIUS}px; padding: 4px 7px; color: {c.text}; }}
QToolBar QToolButton:hover {{ background: {c.hover}; }}
QToolBar QToolButton:pressed, QToolBar QToolButton:checked {{ background: {c.pressed}; }}
QToolBar QToolButton:focus {{ border: 1px solid {c.accent}; padding: 3px 6px; }}
QToolBar QToolButton:disabled {{ color: {c.text_off}; }}
QToolBar QToolButton::menu-indicator {{ image: none; }}
QStatusBar {{ background: {c.window}; color: {c.text_dim}; border: none; min-height: 26px; }}
QStatusBar::item {{ border: none; }}
"""


def _docks(c: Colours) -> str:
    return f"""
QDockWidget {{ color: {c.text}; }}
QWidget[role="panel"] {{ background: {c.panel}; }}
QTabBar {{ background: {c.window}; qproperty-drawBase: 0; }}
QTabBar::tab {{ background: transparent; color: {c.text_dim}; padding: 7px 13px 8px 13px; border: none;
  border-top-left-radius: {RADIUS}px; border-top-right-radius: {RADIUS}px; margin-right: 1px; }}
QTabBar::tab:hover {{ color: {c.text}; background: {c.hover}; }}
QTabBar::tab:selected {{ color: {c.text}; background: {c.panel}; }}
QTabBar::tab:focus {{ color: {c.accent}; }}
"""


def _menus(c: Colours) -> str:
    return f"""
QMenu {{ background: {c.raised}; border: 1px solid {c.line}; padding: {GAP_S}px; }}
QMenu::item {{ padding: 6px 26px 6px 10px; border-radius: {RADIUS - 2}px; }}
QMenu::item:selected {{ background: {c.accent}; color: {c.on_accent}; }}
QMenu::item:disabled {{ color: {c.text_off}; background: transparent; }}
QMenu::separator {{ height: 1px; background: {c.line}; margin: {GAP_S}px {GAP_M}px; }}
QMenu::icon {{ padding-left: 8px; }}
QMenu::indicator {{ width: 14px; height: 14px; left: 6px; }}
QMenu::right-arrow {{ width: 14px; height: 14px; }}
"""


def _buttons(c: Colours) -> str:
    return f"""
QPushButton {{ background: {c.raised}; color: {c.text}; border: 1px solid {c.line}; border-radius: {RADIUS}px;
  padding: 0 {GAP_L}px; min-height: {CONTROL_HEIGHT - 2}px; }}
QPushButton:hover {{ background: {c.hover}; }}
QPushButton:pressed, QPushButton:checked {{ background: {c.pressed}; }}
QPushButton:focus {{ border-color: {c.accent}; }}
QPushButton:disabled {{ color: {c.text_off}; }}
QPushButton:default {{ background: {c.accent}; color: {c.on_accent}; border-color: {c.accent}; }}
QToolButton[flat="true"] {{ border: 1px solid transparent; border-radius: {RADIUS - 2}px; background: transparent;
  padding: 2px; color: {c.text_dim}; }}
QToolButton[flat="true"]:hover {{ background: {c.hover}; color: {c.text}; }}
QToolButton[flat="true"]:checked {{ background: {c.pressed}; color: {c.text}; }}
QToolButton[chip="true"] {{ border-color: {c.line}; padding: 1px 7px; }}
QToolButton[narrow="true"] {{ padding: 1px 0; }}
QToolButton[flat="true"]:focus {{ border-color: {c.accent}; }}
"""


def _inputs(c: Colours, icons: str) -> str:
    return f"""
QLineEdit, QAbstractSpinBox, QComboBox {{ background: {c.raised}; color: {c.text}; border: 1px solid {c.line};
  border-radius: {RADIUS}px; padding: 0 {GAP_M}px; min-height: {CONTROL_HEIGHT - 2}px;
  selection-background-color: {c.accent}; selection-color: {c.on_accent}; }}
QLineEdit:hover, QAbstractSpinBox:hover, QComboBox:hover {{ border-color: {c.text_off}; }}
QLineEdit:focus, QAbstractSpinBox:focus, QComboBox:focus {{ border-color: {c.accent}; }}
QLineEdit:disabled, QAbstractSpinBox:disabled, QComboBox:disabled {{ color: {c.text_off}; }}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{ width: 18px; border: none; background: transparent; }}
QAbstractSpinBox[narrow="true"] {{ padding: 0 {GAP_S}px; }}
QAbstractSpinBox[narrow="true"]::up-button, QAbstractSpinBox[narrow="true"]::down-button {{ width: 0; }}
QAbstractSpinBox[narrow="true"]::up-arrow, QAbstractSpinBox[narrow="true"]::down-arrow {{ image: none; width: 0; }}
QAbstractSpinBox::up-button:hover, QAbstractSpinBox::down-button:hover {{ background: {c.hover}; }}
QAbstractSpinBox[narrow="true"] {{ padding: 0 2px; }}
QAbstractSpinBox[narrow="true"]::up-button, QAbstractSpinBox[narrow="true"]::down-button {{ width: 0px; }}
QAbstractSpinBox::up-arrow {{ image: url({icons}/chevron-up.svg); width: 12px; height: 12px; }}
QAbstractSpinBox::down-arrow {{ image: url({icons}/chevron-down.svg); width: 12px; height: 12px; }}
QAbstractSpinBox[narrow="true"]::up-arrow, QAbstractSpinBox[narrow="true"]::down-arrow {{ image: none; width: 0px; }}
QComboBox::drop-down {{ width: 24px; border: none; }}
QComboBox::down-arrow {{ image: url({icons}/chevron-down.svg); width: 14px; height: 14px; }}
QComboBox QAbstractItemView {{ background: {c.raised}; border: 1px solid {c.line}; padding: {GAP_S}px; outline: none;
  selection-background-color: {c.accent}; selection-color: {c.on_accent}; }}
QCheckBox {{ spacing: {GAP_M}px; color: {c.text}; min-height: 22px; }}
QCheckBox::indicator {{ width: 15px; height: 15px; border-radius: 4px; border: 1px solid {c.text_off};
  background: {c.raised}; }}
QCheckBox::indicator:hover, QCheckBox::indicator:focus {{ border-color: {c.accent}; }}
QCheckBox::indicator:checked {{ background: {"#5B69DB" if c.dark else c.accent}; border-color: {c.accent};
  image: url({icons}/check.svg); }}
QCheckBox:focus {{ color: {c.accent}; }}
QSlider {{ min-height: 22px; }}
QSlider::groove:horizontal {{ height: 4px; border-radius: 2px; background: {c.pressed}; }}
QSlider::sub-page:horizontal {{ border-radius: 2px; background: {c.text_dim}; }}
QSlider::handle:horizontal {{ width: 14px; height: 14px; margin: -5px 0; border-radius: 7px; background: {c.text}; }}
QSlider::handle:horizontal:hover, QSlider::handle:horizontal:focus {{ background: {c.accent}; }}
QSlider::handle:horizontal:disabled, QSlider::sub-page:horizontal:disabled {{ background: {c.text_off}; }}
QProgressBar {{ border: none; border-radius: 2px; background: {c.pressed}; max-height: 4px; min-height: 4px; }}
QProgressBar::chunk {{ border-radius: 2px; background: {c.accent}; }}
"""


def _scrolling(c: Colours, icons: str) -> str:
    return f"""
QScrollArea, QScrollArea > QWidget > QWidget {{ background: transparent; border: none; }}
QScrollBar:vertical {{ width: 10px; background: transparent; margin: 2px; }}
QScrollBar:horizontal {{ height: 10px; background: transparent; margin: 2px; }}
QScrollBar::handle {{ background: {c.pressed}; border-radius: 3px; min-height: 24px; min-width: 24px; }}
QScrollBar::handle:hover {{ background: {c.text_off}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QTextBrowser, QListWidget, QTreeView, QTableWidget {{ background: {c.panel}; border: none; outline: none; }}
QTreeView::item {{ min-height: 24px; color: {c.text}; }}
QTreeView::item:hover {{ background: {c.hover}; }}
QTreeView::item:selected {{ background: {c.accent}; color: {c.on_accent}; }}
QTreeView::branch:has-children:closed {{ image: url({icons}/chevron-right.svg); }}
QTreeView::branch:has-children:open {{ image: url({icons}/chevron-down.svg); }}
QTreeView QLineEdit {{ min-height: 20px; padding: 0 2px; border-radius: 2px; }}
QTableWidget {{ selection-background-color: {c.pressed}; selection-color: {c.text}; }}
QHeaderView {{ background: {c.panel}; }}
QHeaderView::section {{ background: {c.panel}; color: {c.text_dim}; border: none; border-bottom: 1px solid {c.line};
  padding: 3px 4px; }}
"""


def _roles(c: Colours) -> str:
    """Text roles: set with ``widget.setProperty("role", ...)``."""
    return f"""
QLabel[role="title"] {{ font-size: {TEXT_TITLE}px; font-weight: 600; color: {c.text}; }}
QLabel[role="heading"] {{ font-size: {TEXT_SMALL}px; font-weight: 600; color: {c.text_dim}; }}
QLabel[role="dim"] {{ color: {c.text_dim}; font-size: {TEXT_BODY}px; }}
QLabel[role="small"] {{ color: {c.text_dim}; font-size: {TEXT_SMALL}px; }}
QLabel[role="value"] {{ color: {c.text}; font-size: {TEXT_BODY}px; }}
"""
