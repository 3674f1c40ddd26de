import { type Finding, type Import, isForTests, type Repository, type Source } from './source.ts'

/** The server's top layer, which only connects the features. */
const TOP = ['main.ts', 'app.ts', 'features.ts']

/** Each feature imports only from the features before it. */
const FEATURES: readonly string[] = [
  'merchants',
  'auth',
  'notices',
  'api-keys',
  'payment-accounts',
  'webhooks',
  'kyc',
  'providers',
  'provider-qr',
  'orders',
  'ledger',
  'source-health',
  'turnover',
  'accounting',
  'payment-page',
  'subscriptions',
  'receipts',
  'reconciliation',
  'counters',
  'reusable-links',
  'bank-statements',
  'simulator',
  'status-checks',
  'operator',
  'payment-claims',
  'bank-alerts',
  'bank-emails',
  'order-list',
  'evidence',
  'customer-data',
  'developers',
  'gateway-compat',
]

/** Files of the contract that the platform may import, because they are about calls in general. */
const CONTRACT_OF_PLATFORM = [
  'contract/src/durations.ts',
  'contract/src/endpoint.ts',
  'contract/src/limits.ts',
  'contract/src/loopback-host.ts',
  'contract/src/refusals.ts',
]

/**
 * The five kinds of file in a feature. The names of routes, stores and features end with their kind. Any other file is *rules* if it imports
 * only contract, upi and other rules, of its own feature or of features before it. If it imports anything else (platform, a store, a
 * package, Node, another use case), it is a *use case*.
 */
type Kind = 'rules' | 'store' | 'use case' | 'routes' | 'feature'

const MAY_IMPORT: Readonly<Record<Kind, readonly Kind[]>> = {
  rules: ['rules'],
  store: ['rules'],
  'use case': ['rules', 'store', 'use case'],
  routes: ['rules', 'use case'],
  // Only features.ts imports a feature file.
  feature: ['rules', 'use case', 'routes'],
}

/** The workspaces below the server that each kind may import. */
const WORKSPACES_OF_KIND: Readonly<Record<Kind, RegExp>> = {
  rules: /^(contract|upi)\//,
  store: /^(contract|upi)\//,
  'use case': /^(contract|upi)\//,
  routes: /^(contract|upi|checkout)\//,
  feature: /^contract\//,
}

const IN_SERVER = /^server\/src\/(?:([^/]+)\/)?(.+)$/

const locationOf = (path: string): { layer: string; file: string } | undefined => {
  const match = IN_SERVER.exec(path)
  return match ? { layer: match[1] ?? '', file: match[2] ?? '' } : undefined
}

const featureIndex = (layer: string): number => FEATURES.indexOf(layer)

export const layersOfTheServer = (repository: Repository): Finding[] => {
  const sources = repository.sources.filter(({ path }) => path.startsWith('server/src/') && !isForTests(path))
  const kinds = kindsOf(sources)
  return sources.flatMap((source) => [
    ...strayFile(source),
    ...source.imports.flatMap((each) => {
      const found = wrongLayer(source.path, each) ?? wrongKind(source.path, each, kinds)
      return found ? [{ path: source.path, line: each.line, ...found }] : []
    }),
  ])
}

const strayFile = ({ path }: Source): Finding[] => {
  const location = locationOf(path)
  if (!location || location.layer === 'platform' || featureIndex(location.layer) >= 0) return []
  if (location.layer === '') {
    if (TOP.includes(location.file)) return []
    return [
      {
        path,
        line: 1,
        what: 'a file beside app.ts',
        instead: `only ${TOP.join(', ')} belong there; move it`,
      },
    ]
  }
  const what = `${location.layer} is not a feature`
  return [
    {
      path,
      line: 1,
      what,
      instead: 'add it to the list in tools/structure/layers.ts, in its order, or move it',
    },
  ]
}

type Wrong = Pick<Finding, 'what' | 'instead'> | undefined

const wrongLayer = (path: string, each: Import): Wrong => {
  const from = locationOf(path)
  if (!from || each.target === undefined) return undefined
  const to = locationOf(each.target)
  if (from.layer === 'platform') {
    if (to ? to.layer === 'platform' : CONTRACT_OF_PLATFORM.includes(each.target)) return undefined
    return to || /^(contract|upi|checkout)\//.test(each.target)
      ? {
          what: `platform imports ${each.specifier}`,
          instead: 'platform knows nothing of payments: pass it in',
        }
      : undefined
  }
  if (!to || from.layer === '') return undefined
  if (to.layer === '') {
    return { what: `a feature imports ${each.specifier} above it`, instead: 'leave a job, or pass it in' }
  }
  if (to.layer !== 'platform' && featureIndex(to.layer) > featureIndex(from.layer)) {
    const what = `${from.layer} imports ${each.specifier} of ${to.layer}, which is above it`
    return { what, instead: 'leave a job in the same transaction, or move the code up' }
  }
  return undefined
}

const wrongKind = (path: string, each: Import, kinds: ReadonlyMap<string, Kind>): Wrong => {
  const from = kinds.get(path)
  if (from === undefined || each.target === undefined) return undefined
  const to = kinds.get(each.target)
  if (to !== undefined) {
    if (MAY_IMPORT[from].includes(to)) return undefined
    const what = `${from} imports ${to}: ${each.specifier}`
    return { what, instead: `${from} may import ${MAY_IMPORT[from].join(', ')}` }
  }
  const outside = !each.target.startsWith('server/')
  return outside && !WORKSPACES_OF_KIND[from].test(each.target)
    ? { what: `${from} imports ${each.specifier}`, instead: 'pages are rendered by *-routes.tsx' }
    : undefined
}

/** Returns the kind of each file of each feature. */
const kindsOf = (sources: readonly Source[]): ReadonlyMap<string, Kind> => {
  const kinds = new Map<string, Kind>()
  for (const { path } of sources) {
    const location = locationOf(path)
    if (location && featureIndex(location.layer) >= 0) kinds.set(path, kindByName(location.file) ?? 'rules')
  }
  let changed = true
  while (changed) {
    changed = false
    for (const source of sources) {
      if (kinds.get(source.path) !== 'rules' || !source.imports.some((each) => reachesOut(each, kinds)))
        continue
      kinds.set(source.path, 'use case')
      changed = true
    }
  }
  return kinds
}

const kindByName = (file: string): Kind | undefined => {
  if (/-routes\.tsx?$/.test(file)) return 'routes'
  if (/-feature\.ts$/.test(file)) return 'feature'
  return /-store\.ts$/.test(file) ? 'store' : undefined
}

const reachesOut = (each: Import, kinds: ReadonlyMap<string, Kind>): boolean => {
  if (each.target === undefined) return true
  const kind = kinds.get(each.target)
  return kind === undefined ? !WORKSPACES_OF_KIND.rules.test(each.target) : kind !== 'rules'
}
