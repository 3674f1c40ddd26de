import type { Node } from 'oxc-parser'
import { type Finding, isForTests, type Repository, type Source, walk } from './source.ts'

const FILE_LINES_ASKED = 300
const FUNCTION_LINES_ASKED = 60

/** Long files and functions: listed, never refused. Each is usually answered by a verb that wants its own file. */
export const questions = (repository: Repository): Finding[] =>
  repository.sources.flatMap((source) => [...longFile(source), ...longFunctions(source)])

const longFile = ({ path, text }: Source): Finding[] => {
  const lines = text.split('\n').length - 1
  if (lines <= FILE_LINES_ASKED) return []
  return [{ path, line: 1, what: `${lines} lines`, instead: 'does it do two things?' }]
}

const longFunctions = (source: Source): Finding[] => {
  if (isForTests(source.path)) return []
  const found: Finding[] = []
  walk(source.program, (node, around) => {
    if (!isFunction(node)) return
    const line = source.lineAt(node.start)
    const lines = source.lineAt(node.end) - line + 1
    if (lines <= FUNCTION_LINES_ASKED) return
    const what = `${nameOf(node, around.at(-1))} has ${lines} lines`
    found.push({ path: source.path, line, what, instead: 'which part is a verb of its own?' })
  })
  return found
}

const isFunction = (node: Node): boolean =>
  node.type === 'FunctionDeclaration' ||
  node.type === 'FunctionExpression' ||
  node.type === 'ArrowFunctionExpression'

const nameOf = (node: Node, parent: Node | undefined): string => {
  if (node.type === 'FunctionDeclaration' && node.id) return node.id.name
  if (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier') return parent.id.name
  return 'a function'
}
