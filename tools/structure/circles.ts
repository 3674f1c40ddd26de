import { type Finding, isForTests, type Repository } from './source.ts'

/** One import, seen from the folder in which both of its ends are: from which part of the folder to which. */
interface Edge {
  readonly folder: string
  readonly from: string
  readonly to: string
  readonly path: string
  readonly line: number
}

/** The parts of a folder, its files and its folders, do not import each other in a circle; imports of types count. */
export const circles = ({ sources }: Repository): Finding[] => {
  const edges = new Map<string, Edge>()
  for (const source of sources.filter(({ path }) => path.startsWith('web/src/') && !isForTests(path)))
    for (const { target, line } of source.imports) {
      const edge = target === undefined ? undefined : edgeOf(source.path, target, line)
      if (edge && !edges.has(`${edge.from} ${edge.to}`)) edges.set(`${edge.from} ${edge.to}`, edge)
    }
  const all = [...edges.values()]
  return all.flatMap((edge) => {
    const back = wayBack(edge, all)
    // Each circle is one finding, at the first of its parts.
    if (back === undefined || back.some((part) => part < edge.from)) return []
    const what = `a circle of imports: ${[edge.from, ...back].join(' -> ')}`
    return [
      { path: edge.path, line: edge.line, what, instead: 'move what both need below both, or pass it in' },
    ]
  })
}

const edgeOf = (path: string, target: string, line: number): Edge | undefined => {
  const one = path.split('/')
  const other = target.split('/')
  const shared = one.findIndex((part, index) => part !== other[index])
  if (shared < 0) return undefined
  const from = one.slice(0, shared + 1).join('/')
  const to = other.slice(0, shared + 1).join('/')
  return { folder: one.slice(0, shared).join('/'), from, to, path, line }
}

/** The shortest way from where an edge ends to where it begins. */
const wayBack = (edge: Edge, edges: readonly Edge[]): readonly string[] | undefined => {
  const ways: string[][] = [[edge.to]]
  const seen = new Set([edge.to])
  for (const way of ways) {
    const end = way.at(-1)
    if (end === edge.from) return way
    for (const { from, to } of edges)
      if (from === end && !seen.has(to)) {
        seen.add(to)
        ways.push([...way, to])
      }
  }
  return undefined
}
