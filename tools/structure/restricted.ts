import type { Node } from 'oxc-parser'
import { type Finding, isForTests, isTest, type Repository, type Source, walk } from './source.ts'

/** Files that may use a restricted name, and why. */
interface Exception {
  readonly path: RegExp
  readonly why: string
}

/** A name that only a few files may use. */
interface Restriction {
  readonly form: 'member' | 'call' | 'new' | 'tag'
  /** Matches the dotted name (`Date.now`); a leading `globalThis.` or `window.` is dropped first. */
  readonly name: RegExp
  /** For `new`: only without arguments. */
  readonly bare?: true
  /** The files to which the rule applies; without it, all files. */
  readonly within?: RegExp
  readonly except: readonly Exception[]
  readonly forTests: 'may' | 'may not'
  readonly instead: string
}

const MEASURES: Exception = {
  path: /^(bench|tools)\//,
  why: 'programs that measure, or that start other programs',
}
const BROWSER: Exception = {
  path: /^(web|checkout)\/src\//,
  why: 'the browser has no other clock, and screens move',
}
const SDK: Exception = {
  path: /^(sdk|docs\/guide\/samples)\//,
  why: "runs in the integrator's program, which injects nothing",
}
const CLOCK: Exception = { path: /^server\/src\/platform\/clock\.ts$/, why: 'the one clock' }

/** Files that wait for a process or a socket, where only the machine's time makes sense. */
const REAL_TIME: readonly Exception[] = [
  {
    path: /^(?:deploy\/npm\/galla\.mjs|embedded-postgres\/src\/(keeper|folder-lock|server-process|server)\.ts)$/,
    why: 'waits for another process to start and to end',
  },
  {
    path: /^server\/src\/platform\/http\/http-server\.ts$/,
    why: 'cuts off the connections that are still open when the time to end is up',
  },
]

const RESTRICTIONS: readonly Restriction[] = [
  {
    form: 'member',
    name: /^(Date\.now|performance\.now)$/,
    except: [CLOCK, MEASURES, BROWSER, SDK],
    forTests: 'may',
    instead: 'take the time as an argument, or from the injected clock',
  },
  {
    form: 'new',
    name: /^Date$/,
    bare: true,
    except: [CLOCK, MEASURES, BROWSER, SDK],
    forTests: 'may',
    instead: 'take the time as an argument, or from the injected clock',
  },
  {
    form: 'call',
    name: /^(setTimeout|setInterval)$/,
    except: [CLOCK, MEASURES, BROWSER, SDK, ...REAL_TIME],
    forTests: 'may',
    instead:
      'wait by the injected clock, or add the file to REAL_TIME in tools/structure/restricted.ts with its reason',
  },
  {
    form: 'member',
    name: /^Math\.random$/,
    except: [],
    forTests: 'may not',
    instead: 'take ids from the injected source; in tests let fast-check choose',
  },
  {
    form: 'call',
    name: /^(crypto\.)?(randomUUID|randomBytes|randomInt|getRandomValues)$/,
    within: /^server\/src\//,
    except: [{ path: /^server\/src\/platform\//, why: 'ids, keys and nonces are made here' }],
    forTests: 'may',
    instead: 'take ids and secrets from the injected source',
  },
  {
    form: 'member',
    name: /^process\.env$/,
    except: [
      { path: /^server\/src\/platform\/settings\.ts$/, why: 'the one parser of the environment' },
      { path: /^server\/src\/main\.ts$/, why: 'hands it to the parser' },
      { path: /^server\/src\/.*\/open-data\.ts$/, why: "removes another database's variables" },
      { path: /(^|\/)[^/]+\.config\.ts$/, why: 'tools are configured by it' },
      {
        path: /^embedded-postgres\/src\/server-process\.ts$/,
        why: 'a child on Windows starts only with the variables that the machine itself set',
      },
      {
        path: /^server\/src\/platform\/backup\/pg-client\.ts$/,
        why: "PostgreSQL's own programs are found in PATH, and read its own variables",
      },
      MEASURES,
      SDK,
    ],
    forTests: 'may',
    instead: 'add a setting to server/src/platform/settings.ts',
  },
  {
    form: 'call',
    name: /^(fetch|navigator\.sendBeacon)$/,
    except: [
      {
        path: /^server\/src\/platform\/http-client\/outgoing(-[^/]+)?\.ts$/,
        why: 'time-outs and the address guard',
      },
      { path: /^web\/src\/api\/api\.ts$/, why: "the web app's one function that fetches" },
      {
        path: /^web\/src\/features\/docs\/guide\/try\/call-with-key\.ts$/,
        why: 'a call as an integrator makes it, without the session',
      },
      { path: /^checkout\/src\/browser\//, why: "the payment page's script" },
      MEASURES,
      SDK,
    ],
    forTests: 'may',
    instead: 'call platform/outgoing on the server, the one function that fetches in the web app',
  },
  {
    form: 'new',
    name: /^(EventSource|XMLHttpRequest|WebSocket)$/,
    within: /^(web|checkout|server)\//,
    except: [
      {
        path: /^(checkout\/src\/browser\/|web\/src\/features\/counter\/counter-connection)/,
        why: 'they listen',
      },
      { path: /^web\/src\/api\/send-form\.ts$/, why: 'fetch cannot report the progress of an upload' },
    ],
    forTests: 'may',
    instead: 'only the payment page and the counter listen',
  },
  {
    form: 'tag',
    name: /^sql(\.\w+)?$/,
    except: [
      { path: /^server\/src\/.+-store\.ts$/, why: 'SQL in, objects out' },
      { path: /^server\/src\/platform\//, why: 'the database itself, queue and sweeps' },
      MEASURES,
    ],
    forTests: 'may',
    instead: 'one function a statement in a *-store.ts, named by its meaning',
  },
  {
    form: 'call',
    name: /^useForm$/,
    within: /^web\/src\//,
    except: [
      {
        path: /^web\/src\/components\/form\/use-checked-form\.ts$/,
        why: 'drafts, errors and the focus are here',
      },
    ],
    forTests: 'may not',
    instead: 'call useCheckedForm',
  },
  {
    form: 'call',
    name: /^(renderEmail|(\w+\.)*mailer\.send)$/,
    within: /^server\/src\//,
    except: [
      {
        path: /^server\/src\/(merchants\/email-merchant|receipts\/email-receipts)\.ts$/,
        why: 'write every letter, to merchants and to their customers, as text and as a page',
      },
    ],
    forTests: 'may',
    instead: 'call emailMerchant',
  },
  {
    form: 'member',
    name: /^console\.\w+$/,
    within: /^server\/src\//,
    except: [{ path: /^server\/src\/platform\/report-failure\.ts$/, why: 'what a person reads at start' }],
    forTests: 'may',
    instead: 'log by the injected log, which has an allow-list',
  },
  {
    form: 'member',
    name: /^(it|test|describe|suite|bench)(\.\w+)*\.(only|skip|todo|fixme)$/,
    within: /(\.(test|spec)\.tsx?$|^e2e\/)/,
    except: [],
    forTests: 'may not',
    instead: 'run it or delete it; skipIf with a condition is for what a machine lacks',
  },
]

/** SQL without the tag, recognised by its text. */
const SQL_TEXT =
  /^\s*(select\s[\s\S]*\sfrom\s|insert\s+into\s|update\s+[\w."]+\s+set\s|delete\s+from\s|with\s+\w+\s+as\s*(materialized\s*)?\()/i

export const restrictedNames = (repository: Repository): Finding[] => repository.sources.flatMap(wordsIn)

const wordsIn = (source: Source): Finding[] => {
  const { path } = source
  const rules = RESTRICTIONS.filter((rule) => holdsIn(rule, path))
  const sqlRule = rules.find(({ form }) => form === 'tag')
  const found: Finding[] = []
  const report = (node: Node, what: string, instead: string): void => {
    found.push({ path, line: source.lineAt(node.start), what, instead })
  }
  const timers = timersRenamed(source)
  walk(source.program, (node, around) => {
    const used = usedIn(node, timers)
    const rule = used && rules.find((each) => each.form === used.form && matches(each, used))
    if (used && rule) report(node, used.name, rule.instead)
    if (sqlRule && SQL_TEXT.test(textIn(node, around))) report(node, 'SQL', sqlRule.instead)
    if (isTest(path) && isSleep(node, around, timers)) {
      report(node, 'a test that sleeps', 'move the clock by hand, or wait for the event itself')
    }
  })
  return found
}

const holdsIn = (rule: Restriction, path: string): boolean =>
  (rule.within?.test(path) ?? true) &&
  !(rule.forTests === 'may' && isForTests(path)) &&
  !rule.except.some((exception) => exception.path.test(path))

interface Used {
  readonly form: Restriction['form']
  readonly name: string
  readonly bare: boolean
}

const matches = (rule: Restriction, used: Used): boolean =>
  rule.name.test(used.name) && (rule.bare !== true || used.bare)

/** The names of timers in this file, such as `pause` for `import { setTimeout as pause }`. */
const timersRenamed = (source: Source): ReadonlySet<string> => {
  const names = new Set<string>()
  for (const node of source.program.body) {
    if (node.type !== 'ImportDeclaration' || !/^(node:)?timers(\/promises)?$/.test(node.source.value))
      continue
    for (const each of node.specifiers) {
      const name =
        each.type === 'ImportSpecifier' && each.imported.type === 'Identifier' && each.imported.name
      if (name === 'setTimeout' || name === 'setInterval') names.add(each.local.name)
    }
  }
  return names
}

const calledName = (callee: Node, timers: ReadonlySet<string>): string => {
  const name = dotted(callee)
  return timers.has(name) ? 'setTimeout' : name
}

const usedIn = (node: Node, timers: ReadonlySet<string>): Used | undefined => {
  switch (node.type) {
    case 'MemberExpression':
      return { form: 'member', name: dotted(node), bare: false }
    case 'CallExpression':
      // `Date()` returns the time as `new Date()` does.
      if (dotted(node.callee) === 'Date') return { form: 'new', name: 'Date', bare: true }
      return { form: 'call', name: calledName(node.callee, timers), bare: node.arguments.length === 0 }
    case 'NewExpression':
      return { form: 'new', name: dotted(node.callee), bare: node.arguments.length === 0 }
    case 'TaggedTemplateExpression':
      return { form: 'tag', name: dotted(node.tag), bare: false }
    default:
      return undefined
  }
}

/** `a.b.c` for names and members, empty for anything that is computed. */
const dotted = (node: Node): string => {
  if (node.type === 'Identifier') return node.name
  if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier' || node.computed) return ''
  const object = dotted(node.object)
  if (object === '') return ''
  return object === 'globalThis' || object === 'window'
    ? node.property.name
    : `${object}.${node.property.name}`
}

const textIn = (node: Node, around: readonly Node[]): string => {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type !== 'TemplateLiteral' || around.at(-1)?.type === 'TaggedTemplateExpression') return ''
  return node.quasis.map((part) => part.value.cooked ?? '').join(' x ')
}

/**
 * Whether only time fulfils the promise: `new Promise((resolve) => setTimeout(resolve, …))`, or `await
 * setTimeout(…)` of timers/promises. A timer that *rejects*, or that only guards another wait, is no sleep.
 */
const isSleep = (node: Node, around: readonly Node[], timers: ReadonlySet<string>): boolean => {
  if (
    node.type !== 'CallExpression' ||
    !/(^|\.)(setTimeout|waitForTimeout)$/.test(calledName(node.callee, timers))
  )
    return false
  if (around.at(-1)?.type === 'AwaitExpression') return true
  const [callback] = node.arguments
  const promise = around.findLast(
    (each) => each.type === 'NewExpression' && dotted(each.callee) === 'Promise',
  )
  if (!callback || promise?.type !== 'NewExpression') return false
  const [executor] = promise.arguments
  if (executor?.type !== 'ArrowFunctionExpression' && executor?.type !== 'FunctionExpression') return false
  const [resolve] = executor.params
  return resolve?.type === 'Identifier' && mentions(callback, resolve.name)
}

const mentions = (tree: Node, name: string): boolean => {
  let found = false
  walk(tree, (node) => {
    found ||= node.type === 'Identifier' && node.name === name
  })
  return found
}
