import { type Finding, type Import, isForTests, type Repository } from './source.ts'

/**
 * The workspaces and what each may import. `e2e, bench, tools → web | server → checkout → contract → upi`;
 * the SDK imports none (its tests compare it with the contract). Type-only imports count.
 */
const WORKSPACES: Readonly<Record<string, readonly string[]>> = {
  upi: [],
  contract: ['upi'],
  checkout: ['contract', 'upi'],
  'embedded-postgres': [],
  server: ['checkout', 'contract', 'upi', 'embedded-postgres'],
  web: ['contract', 'upi'],
  sdk: [],
  e2e: ['web', 'server', 'embedded-postgres', 'checkout', 'contract', 'upi', 'sdk'],
  bench: ['web', 'server', 'embedded-postgres', 'checkout', 'contract', 'upi', 'sdk'],
  tools: ['web', 'server', 'embedded-postgres', 'checkout', 'contract', 'upi', 'sdk'],
}
const FOR_TESTS_ALSO: Readonly<Record<string, readonly string[]>> = { sdk: ['contract'] }

/** Workspaces that others import by package name, not by path. */
const BY_NAME = new Set(['upi', 'contract', 'embedded-postgres'])

/** Workspaces whose `src/` runs where there is no Node. */
const WITHOUT_NODE = /^(upi|contract|web|sdk|checkout)\/src\//

/** Packages that only some files touch, so that what they do has one place. Tests may import any. */
const PACKAGES: readonly { name: RegExp; where: RegExp; instead: string }[] = [
  {
    name: /^(pg|undici|pino|nodemailer|prom-client|cockatiel|@node-rs\/argon2)(\/|$)/,
    where: /^(server\/src\/platform|embedded-postgres|bench|tools)\//,
    instead: 'use what server/src/platform offers',
  },
  {
    name: /^(vitest|@playwright\/test|axe-core|fast-check|standardwebhooks|zxing-wasm)(\/|$)/,
    where: /^(bench|tools)\/|(^|\/)(vitest|playwright)[^/]*\.config\.ts$/,
    instead: 'testing libraries belong to tests and to what stands under testing/',
  },
]

const workspaceOf = (path: string): string | undefined => {
  const [first = ''] = path.split('/', 1)
  return first in WORKSPACES ? first : undefined
}

export const importsBetweenWorkspaces = (repository: Repository): Finding[] =>
  repository.sources.flatMap((source) =>
    source.imports.flatMap((each) => {
      const found = wrongWorkspace(source.path, each) ?? wrongPackage(source.path, each)
      return found ? [{ path: source.path, line: each.line, ...found }] : []
    }),
  )

type Wrong = Pick<Finding, 'what' | 'instead'> | undefined

const wrongWorkspace = (path: string, each: Import): Wrong => {
  const from = workspaceOf(path)
  const to = each.target === undefined ? undefined : workspaceOf(each.target)
  if (from === undefined || to === undefined || from === to) return undefined
  const may = [...(WORKSPACES[from] ?? []), ...(isForTests(path) ? (FOR_TESTS_ALSO[from] ?? []) : [])]
  if (!may.includes(to)) {
    const list = may.length === 0 ? 'from no other workspace' : `only from ${may.join(', ')}`
    return { what: `${from} imports ${each.specifier} of ${to}`, instead: `${from} imports ${list}` }
  }
  if (BY_NAME.has(to) && each.specifier.startsWith('.')) {
    return { what: `a path into ${to}: ${each.specifier}`, instead: `import @galla/${to}/NAME` }
  }
  return undefined
}

const wrongPackage = (path: string, each: Import): Wrong => {
  if (each.target !== undefined) return undefined
  if (each.specifier.startsWith('node:') && WITHOUT_NODE.test(path) && !isForTests(path)) {
    return { what: `${each.specifier} where there is no Node`, instead: 'do I/O in server/src/platform' }
  }
  if (isForTests(path)) return undefined
  const rule = PACKAGES.find(({ name, where }) => name.test(each.specifier) && !where.test(path))
  return rule && { what: `${each.specifier} imported here`, instead: rule.instead }
}
