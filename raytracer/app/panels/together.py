"""Together: several workers fill one picture; who has how much of it, and how much faster that is."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QComboBox, QPushButton, QSizePolicy, QWidget

from raytracer.app import figures
from raytracer.app.controls import ChoiceRow, PanelPage
from raytracer.app.language import tr
from raytracer.app.parts import label, selectable
from raytracer.app.sides import TITLES
from raytracer.app.studio import Studio
from raytracer.app.team import MemberReport, Report, TeamRun
from raytracer.app.theme import figure_font, theme
from raytracer.app.tokens import RADIUS, TEXT_HUGE, TEXT_TITLE
from raytracer.backends import BackendName, Contender
from raytracer.session.throughput import format_ratio, format_si

BAR_HEIGHT = 22


class TogetherPanel(PanelPage):
    """The team, its picture, the shares and the speed-up."""

    def __init__(self, studio: Studio) -> None:
        super().__init__()
        self._studio = studio
        self.team = studio.feature(TeamRun)
        self.choice = ChoiceRow(tr("Team"), tip=tr("Who fills the picture; each is a process of its own"))
        self.choice.field.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.choice.field.setMinimumContentsLength(12)
        self.button = QPushButton()
        self.button.clicked.connect(self._pressed)
        self._activity = label("", "small", wrap=True)
        self.figure = label("", font=figure_font(TEXT_HUGE, weight=QFont.Weight.Bold))
        self.caption = label("", font=figure_font(TEXT_TITLE, weight=QFont.Weight.Medium), wrap=True)
        self.shares = SharesBar()
        self.picture = SumPicture()
        self.details = selectable(label("", "dim", wrap=True))
        purpose = tr(
            "A CPU and a GPU fill one picture: every sample is rendered once, whoever is free takes the next ones. "
            "First each works alone for a second, so that the gain is measured."
        )
        self.add(label(purpose, "dim", wrap=True), self.choice, self.button, self._activity)
        self.add(self.shares, self.figure, self.caption, self.picture, self.details)
        self.finish()
        self.team.changed.connect(self.refresh)
        studio.scene_changed.connect(self.refresh)
        studio.sides_changed.connect(self._find_teams)
        theme().changed.connect(self.refresh)
        self._find_teams()

    def _find_teams(self) -> None:
        """Every team that this machine can put up; the chosen one stays chosen."""
        found, chosen = self._studio.sides.found, self.choice.field.currentData()
        gpus = [info for info in found.values() if info.available and info.name != "cpu"]
        teams = [(f"cpu+{info.name}", _team_title(info.name, software=info.software)) for info in gpus]
        if len(gpus) > 1:
            teams.append(("+".join(["cpu", *(info.name for info in gpus)]), tr("All of them")))
        teams.sort(key=lambda team: any(info.software and info.name in team[0] for info in gpus))
        two = ("cpu:1+cpu:1", tr("Two CPU processes"))
        teams.insert(0 if all(info.software for info in gpus) else len(teams), two)
        self.choice.set_choices(teams)
        if chosen in [value for value, _ in teams]:
            self.choice.show_value(chosen)
        self.refresh()

    @property
    def contenders(self) -> list[Contender]:
        """The team that is chosen."""
        words = [word.partition(":") for word in str(self.choice.field.currentData() or "").split("+") if word]
        return [Contender(name, int(threads or 0)) for name, _, threads in words]  # type: ignore[arg-type]

    def _pressed(self) -> None:
        if self.team.running:
            self.stop()
        else:
            self.start()

    stills_picture = True

    @property
    def can_start(self) -> bool:
        """Whether a team could begin."""
        return self.team.ready and bool(self.contenders)

    def start(self) -> None:
        """Lets the chosen team begin."""
        if self.contenders:
            self.team.start(self.contenders)

    def stop(self) -> None:
        """Ends it; the picture stays."""
        self.team.stop()

    def refresh(self) -> None:
        """Shows the state of now."""
        running, report = self.team.running, self.team.report
        self.button.setText(tr("Stop") if running else tr("Render together"))
        self.button.setEnabled(running or (self.team.ready and bool(self.contenders)))
        self.button.setToolTip(tr("The picture in the window waits meanwhile"))
        self.choice.setEnabled(not running)
        said = self.team.problem or (f"{self.team.activity} …" if self.team.activity else "")
        self._activity.setText(said)
        self._activity.setVisible(bool(said))
        for widget in (self.figure, self.caption, self.shares, self.details):
            widget.setVisible(report is not None)
        image = self.team.picture
        self.picture.show_picture(QPixmap.fromImage(image) if image is not None else None)
        if report is not None:
            self._show(report)

    def _show(self, report: Report) -> None:
        self.figure.setText(format_ratio(report.speedup).replace("x", "×") if report.speedup else "–")
        measuring = self.team.running and not all(m.alone_per_s for m in report.members)
        if report.speedup:
            self.caption.setText(tr("over the fastest alone"))
        elif measuring:
            self.caption.setText(tr("each works alone first"))
        else:
            self.caption.setText(tr("gain not measured: too short, or a worker was lost"))
        self.shares.show_shares(report.members)
        spp = tr("{spp} of {limit} spp in {time}").format(
            spp=figures.samples(report.spp),
            limit=figures.count(self._studio.settings.spp),
            time=figures.duration(report.seconds),
        )
        lines = [spp]
        if report.together_per_s:
            lines.append(tr("together {rate}").format(rate=format_si(report.together_per_s, "samples/s")))
        names = member_names(report.members)
        lines += [_member_line(name, member) for name, member in zip(names, report.members, strict=True)]
        self.details.setText("\n".join(lines + self.team.notes))


class SharesBar(QWidget):
    """One bar, a piece for each worker by its share of the samples."""

    def __init__(self) -> None:
        super().__init__()
        self._members: tuple[MemberReport, ...] = ()
        self._names: list[str] = []
        self.setFixedHeight(BAR_HEIGHT)
        self.setAccessibleName(tr("Shares of the picture"))

    def show_shares(self, members: tuple[MemberReport, ...]) -> None:
        """Draws these."""
        self._members = members
        self._names = member_names(members)
        text = ", ".join(f"{n} {100.0 * member.share:.0f} %" for n, member in zip(self._names, members, strict=True))
        self.setAccessibleDescription(text)
        self.setToolTip(text)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(figure_font(TEXT_TITLE, weight=QFont.Weight.Medium))
        left, cpus = 0.0, 0
        for name, member in zip(self._names, self._members, strict=True):
            width = member.share * self.width()
            colour = QColor(theme().colours.gpu if member.backend != "cpu" else theme().colours.cpu)
            if member.backend == "cpu":
                cpus += 1
                colour = colour if cpus % 2 else QColor(theme().colours.few)
            box = QRectF(left, 0.0, max(width - 2.0, 0.0), self.height())
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            painter.drawRoundedRect(box, RADIUS, RADIUS)
            text = f"{name}  {100.0 * member.share:.0f} %"
            if painter.fontMetrics().horizontalAdvance(text) < box.width() - 8.0:
                painter.setPen(QColor("#101114") if colour.lightnessF() > 0.5 else QColor("#ffffff"))
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
            left += width
        painter.end()


class SumPicture(QWidget):
    """The picture so far, as wide as the panel."""

    def __init__(self) -> None:
        super().__init__()
        self._pixmap: QPixmap | None = None
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(tr("The picture that all fill together"))
        self.setVisible(False)

    def show_picture(self, pixmap: QPixmap | None) -> None:
        """Shows it, or nothing."""
        reshaped = pixmap is not None and (self._pixmap is None or self._pixmap.size() != pixmap.size())
        self._pixmap = pixmap
        self.setVisible(pixmap is not None)
        if reshaped:
            self.updateGeometry()
        self.update()

    def heightForWidth(self, width: int) -> int:
        if self._pixmap is None or self._pixmap.width() == 0:
            return 0
        return round(width * self._pixmap.height() / self._pixmap.width())

    def sizeHint(self) -> QSize:
        return QSize(312, self.heightForWidth(312))

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._pixmap is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        height = min(self.heightForWidth(self.width()), self.height())
        painter.drawPixmap(QRectF(0, 0, self.width(), height).toRect(), self._pixmap)
        painter.end()


def _team_title(name: BackendName, *, software: bool) -> str:
    title = TITLES[name]
    if software:
        return tr("CPU + {name} (software)").format(name=title)
    return tr("CPU + GPU ({name})").format(name=title)


def member_names(members: tuple[MemberReport, ...]) -> list[str]:
    """What each is called; several on the CPU are numbered."""
    cpus = [member for member in members if member.backend == "cpu"]
    names = []
    for member in members:
        if member.backend != "cpu":
            names.append(TITLES[member.backend])
        elif len(cpus) == 1:
            names.append("CPU")
        else:
            number = 1 + next(i for i, one in enumerate(cpus) if one is member)
            names.append(tr("CPU process {number}").format(number=number))
    return names


def _member_line(name: str, member: MemberReport) -> str:
    if member.lost:
        return tr("{name}: dropped out").format(name=name)
    alone = format_si(member.alone_per_s, "samples/s") if member.alone_per_s else tr("not measured")
    return tr("{name} ({device}): alone {rate}").format(name=name, device=member.device, rate=alone)


make = TogetherPanel
