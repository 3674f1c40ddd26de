import { type Finding, type House, type Import, isForTests, type Source } from './tidy-source.ts'

/** The server's top floor: composition, nothing else. */
const TOP = ['main.ts', 'app.ts', 'jobs.ts']

/** Each imports only from those before it, so nothing calls upward. */
const FEATURES: readonly string[] = [
  'merchants',
  'auth',
  'api-keys',
  'payment-accounts',
  'webhooks',
  'kyc',
  'providers',
  'provider-qr',
  'orders',
  'ledger',
  'payment-page',
  'subscriptions',
  'reconciliation',
  'bank-statements',
  'simulator',
  'status-checks',
  'operator',
  'payment-claims',
  'bank-alerts',
  'dashboard',
  'gateway-compat',
]

/** The pages of the contract that say how to speak and how much, not what about. */
const CONTRACT_OF_PLATFORM = [
  'contract/src/endpoint.ts',
  'contract/src/limits.ts',
  'contract/src/refusals.ts',
]

/**
 * The four kinds of file in a feature. HTTP and SQL say so in their names. Of the others, a file is *rules* when all
 * it imports is contract, upi and other rules (its own feature's or those of features below); as soon as it imports
 * anything that can reach outside (platform, a store, a package, Node, another use case) it is a *use case*. What is
 * a use case can't be imported by rules, which the definition sees to, nor by a store, which the table below sees to.
 */
type Kind = 'rules' | 'store' | 'use case' | 'routes'

const MAY_IMPORT: Readonly<Record<Kind, readonly Kind[]>> = {
  rules: ['rules'],
  store: ['rules'],
  'use case': ['rules', 'store', 'use case'],
  routes: ['rules', 'use case'],
}

/** Rooms below the server that a kind may look into; everything else of a feature stays away from them. */
const ROOMS_OF_KIND: Readonly<Record<Kind, RegExp>> = {
  rules: /^(contract|upi)\//,
  store: /^(contract|upi)\//,
  'use case': /^(contract|upi)\//,
  routes: /^(contract|upi|checkout)\//,
}

const IN_SERVER = /^server\/src\/(?:([^/]+)\/)?(.+)$/

const placeOf = (path: string): { floor: string; file: string } | undefined => {
  const match = IN_SERVER.exec(path)
  return match ? { floor: match[1] ?? '', file: match[2] ?? '' } : undefined
}

const featureIndex = (floor: string): number => FEATURES.indexOf(floor)

export const floorsOfTheServer = (house: House): Finding[] => {
  const sources = house.sources.filter(({ path }) => path.startsWith('server/src/') && !isForTests(path))
  const kinds = kindsOf(sources)
  return sources.flatMap((source) => [
    ...strayFile(source),
    ...source.imports.flatMap((each) => {
      const found = wrongFloor(source.path, each) ?? wrongKind(source.path, each, kinds)
      return found ? [{ path: source.path, line: each.line, ...found }] : []
    }),
  ])
}

const strayFile = ({ path }: Source): Finding[] => {
  const place = placeOf(path)
  if (!place || place.floor === 'platform' || featureIndex(place.floor) >= 0) return []
  if (place.floor === '') {
    if (TOP.includes(place.file)) return []
    return [
      {
        path,
        line: 1,
        what: 'a file on the top floor',
        instead: `only ${TOP.join(', ')} stand there; move it`,
      },
    ]
  }
  const what = `${place.floor} is no feature`
  return [
    { path, line: 1, what, instead: 'add it to the list in tools/tidy-floors.ts, in its order, or move it' },
  ]
}

type Wrong = Pick<Finding, 'what' | 'instead'> | undefined

const wrongFloor = (path: string, each: Import): Wrong => {
  const from = placeOf(path)
  if (!from || each.target === undefined) return undefined
  const to = placeOf(each.target)
  if (from.floor === 'platform') {
    if (to ? to.floor === 'platform' : CONTRACT_OF_PLATFORM.includes(each.target)) return undefined
    return to || /^(contract|upi|checkout)\//.test(each.target)
      ? {
          what: `platform imports ${each.specifier}`,
          instead: 'platform knows nothing of payments: pass it in',
        }
      : undefined
  }
  if (!to || from.floor === '') return undefined
  if (to.floor === '') {
    return { what: `a feature imports ${each.specifier} above it`, instead: 'leave a job, or pass it in' }
  }
  if (to.floor !== 'platform' && featureIndex(to.floor) > featureIndex(from.floor)) {
    const what = `${from.floor} imports ${each.specifier} of ${to.floor}, which stands above it`
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
  return outside && !ROOMS_OF_KIND[from].test(each.target)
    ? { what: `${from} imports ${each.specifier}`, instead: 'pages are rendered by *-routes.tsx' }
    : undefined
}

/** The kind of each file of each feature, by the definition above. */
const kindsOf = (sources: readonly Source[]): ReadonlyMap<string, Kind> => {
  const kinds = new Map<string, Kind>()
  for (const { path } of sources) {
    const place = placeOf(path)
    if (place && featureIndex(place.floor) >= 0) kinds.set(path, kindByName(place.file) ?? 'rules')
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
  return /-store\.ts$/.test(file) ? 'store' : undefined
}

const reachesOut = (each: Import, kinds: ReadonlyMap<string, Kind>): boolean => {
  if (each.target === undefined) return true
  const kind = kinds.get(each.target)
  return kind === undefined ? !ROOMS_OF_KIND.rules.test(each.target) : kind !== 'rules'
}
