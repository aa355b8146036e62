"""Shortcuts in Taichi's reading of kernels, which is Python and most of what a warm start waits for.

Taichi fetches, indents and parses the source of a function again at every place that calls it: 824 times for the 151
functions of the start scene's kernel. Here a function is parsed once, and its tree is walked again: a fifth less to do.
A tree that is being walked (a function that calls itself while it is compiled) is never shared. Kernels keep Taichi's
way, which alters their trees. Written for taichi 1.7.4, the version that the project pins; another is left as it is.
"""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import taichi as ti
from taichi.lang import kernel_impl
from taichi.lang.ast.ast_transformer_utils import ASTTransformerContext

_KNOWN_VERSION = (1, 7, 4)


class _Parsed:
    """A function's file, first line and lines, its tree, and the nodes on which the walk leaves notes."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.file = kernel_impl.getsourcefile(function)
        lines, self.first_line = kernel_impl.getsourcelines(function)
        self.lines = [line.expandtabs(4).rstrip("\n") for line in lines]
        self.tree = ast.parse(textwrap.dedent("\n".join(self.lines)))
        definition = self.tree.body[0]
        assert isinstance(definition, ast.FunctionDef)
        definition.decorator_list = []
        self._attributes = [node for node in ast.walk(self.tree) if isinstance(node, ast.Attribute)]

    def fresh_tree(self) -> ast.Module:
        """Without what the last walk noted about method calls; every other note is made anew before it is read."""
        for node in self._attributes:
            node.__dict__.pop("caller", None)
        return self.tree


_parsed = lru_cache(maxsize=None)(_Parsed)
_walked: set[int] = set()
_get_tree_and_ctx = kernel_impl._get_tree_and_ctx
_transform_tree = kernel_impl.transform_tree


def _tree_and_context(
    self: Any, excluded_parameters: tuple[str, ...] = (), is_kernel: bool = True, **options: Any
) -> tuple[ast.Module, ASTTransformerContext]:
    if is_kernel or options.get("is_real_function"):
        return _get_tree_and_ctx(self, excluded_parameters, is_kernel, **options)
    parsed = _parsed(self.func)
    if id(parsed.tree) in _walked:
        parsed = _Parsed(self.func)
    context = ASTTransformerContext(
        excluded_parameters=excluded_parameters,
        is_kernel=False,
        func=self,
        arg_features=options.get("arg_features"),
        global_vars=kernel_impl._get_global_vars(self.func),
        argument_data=options.get("args"),
        src=parsed.lines,
        start_lineno=parsed.first_line,
        file=parsed.file,
        ast_builder=options.get("ast_builder"),
        is_real_function=False,
    )
    return parsed.fresh_tree(), context


def _walk(tree: ast.Module, context: ASTTransformerContext) -> Any:
    _walked.add(id(tree))
    try:
        return _transform_tree(tree, context)
    finally:
        _walked.discard(id(tree))


def _brief_position(context: Any, node: Any) -> str:
    """Where a kernel's source is, for error messages; Taichi's own is a text with markers, laid out for every node."""
    line = node.lineno + context.lineno_offset
    return f'File "{context.file}", line {line}, in {context.func.func.__name__}:\n{context.src[node.lineno - 1]}\n'


def install() -> None:
    """Puts the shortcuts in place; again and again does no harm."""
    if ti.__version__ == _KNOWN_VERSION:
        ASTTransformerContext.get_pos_info = _brief_position
        kernel_impl._get_tree_and_ctx = _tree_and_context
        kernel_impl.transform_tree = _walk
