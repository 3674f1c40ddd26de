import type { Finding, Repository, Source } from './source.ts'

/** Circles of imports that are there when the program runs; each is reported once, at one import of it. */
export const circles = (repository: Repository): Finding[] => {
  const byPath = new Map(repository.sources.map((source) => [source.path, source]))
  return strongComponents(byPath).flatMap((paths) => {
    const circle = shortestCircle(paths, byPath)
    const [first, second] = circle
    const source = first === undefined ? undefined : byPath.get(first)
    const line = source?.imports.find((each) => each.target === second && !each.typeOnly)?.line
    if (source === undefined || line === undefined) return []
    const what = `a circle of imports: ${circle.join(' → ')}`
    return [{ path: source.path, line, what, instead: 'move what both need into a file below both' }]
  })
}

const nextOf = (source: Source | undefined): string[] =>
  (source?.imports ?? []).flatMap((each) => (each.typeOnly || each.target === undefined ? [] : [each.target]))

/** Tarjan's; components of one file count only when the file imports itself. */
const strongComponents = (byPath: ReadonlyMap<string, Source>): string[][] => {
  const order = new Map<string, { index: number; low: number }>()
  const open: string[] = []
  const found: string[][] = []
  const enter = (path: string): { index: number; low: number } => {
    const own = { index: order.size, low: order.size }
    order.set(path, own)
    open.push(path)
    const next = nextOf(byPath.get(path)).filter((each) => byPath.has(each))
    for (const each of next) {
      const seen = order.get(each)
      if (seen === undefined) own.low = Math.min(own.low, enter(each).low)
      else if (open.includes(each)) own.low = Math.min(own.low, seen.index)
    }
    if (own.low === own.index) {
      const component = open.splice(open.indexOf(path))
      if (component.length > 1 || next.includes(path)) found.push(component)
    }
    return own
  }
  for (const path of byPath.keys()) if (!order.has(path)) enter(path)
  return found
}

/** From the component's first file by name back to itself, breadth first. */
const shortestCircle = (paths: readonly string[], byPath: ReadonlyMap<string, Source>): string[] => {
  const inside = new Set(paths)
  const start = [...paths].sort()[0] ?? ''
  const queue: string[][] = [[start]]
  const seen = new Set<string>()
  for (let way = queue.shift(); way !== undefined; way = queue.shift()) {
    for (const next of nextOf(byPath.get(way.at(-1) ?? ''))) {
      if (next === start) return [...way, start]
      if (!inside.has(next) || seen.has(next)) continue
      seen.add(next)
      queue.push([...way, next])
    }
  }
  return []
}
