import { build, type PluginOption, type Rolldown } from 'vite'

/** Public pages, and others that are opened without the dashboard: they must not load its code. */
const OUTSIDE =
  /\/features\/(?!orders|profile|payment-link|connect-merchant|reconciliation|closing|import-statement|reusable-links|counters|manage-subscription|new-subscription|kyc|webhooks|operator|docs\/(?!guide\/guide-page))|\/docs\/guide\//
const SHELL = /\/shell\/dashboard-shell/
/** The pages that are opened most. */
const MAIN = /\/features\/(?:orders|profile|payment-link|reconciliation)\/[a-z-]+-page\.tsx$/
/** Loaded after every page, with what it shares with the dialogs of some. */
const TOASTS = /@mantine\/notifications\//
/** What only forms need; heavy. */
const FORMS = /node_modules\/(?:zod|@mantine\/form)\//
/** Heavy, and only for a picture that few pages have: a request of its own. */
const RARE = /node_modules\/qr\//
const COMMON_MIN = 5
const FORMS_MIN = 3
/** Modules that are smaller, with all that they need, cost less than a request for them. */
const SMALL = 1_000
/** In the order of what needs what. */
const GROUPS = ['common', 'dashboard', 'forms', 'dashboard-forms', 'toasts']

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>

/**
 * Over a slow connection a request costs more than the bytes of a small file. Modules that several pages share are therefore put into a
 * few groups, by the pages that load them at once. A first build, which is not written, tells which these are: the bundler's own
 * counts do not distinguish a page from a dialog of it. A dependency is shared by at least the pages of what needs it, so it is in the same
 * group or an earlier one.
 */
export const chunkGroups = async (
  root: string,
  plugins: PluginOption[],
  start: Rolldown.CodeSplittingGroup,
): Promise<Rolldown.CodeSplittingGroup[]> => {
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins,
    build: {
      write: false,
      minify: false,
      rolldownOptions: { output: { codeSplitting: { groups: [start] } } },
    },
  })) as Rolldown.RolldownOutput
  const groups = groupsOf(
    new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : []))),
  )
  return [start, ...GROUPS.map((name) => ({ name, test: (id: string) => groups.get(id) === name }))]
}

const loadedWith = (file: string, chunks: Chunks): ReadonlySet<string> => {
  const files = new Set([file])
  // Iterating a set also visits the elements that the loop adds.
  for (const each of files) for (const imported of chunks.get(each)?.imports ?? []) files.add(imported)
  return files
}

/** The modules that a file really contains. */
const modulesOf = (file: string, chunks: Chunks): string[] =>
  Object.entries(chunks.get(file)?.modules ?? {}).flatMap(([id, { renderedLength }]) =>
    renderedLength > 0 ? [id] : [],
  )

/** The group of each module that is shared. */
const groupsOf = (chunks: Chunks): ReadonlyMap<string, string> => {
  const initial = new Set<string>()
  for (const [file, { isEntry }] of chunks)
    if (isEntry) for (const each of loadedWith(file, chunks)) initial.add(each)
  const users = new Map<string, string[]>()
  for (const [file, { isDynamicEntry, facadeModuleId }] of chunks)
    if (isDynamicEntry)
      for (const each of loadedWith(file, chunks))
        if (!initial.has(each)) users.set(each, [...(users.get(each) ?? []), facadeModuleId ?? file])
  const groups = new Map<string, string>()
  for (const [file, pages] of users) {
    if (pages.length < 2) continue
    const needed = [...loadedWith(file, chunks)].filter((each) => !initial.has(each))
    const needs = (heavy: RegExp) =>
      needed.some((each) => modulesOf(each, chunks).some((id) => heavy.test(id)))
    if (needs(RARE)) continue
    const needsForms = needs(FORMS)
    const size = needed.reduce((sum, each) => sum + (chunks.get(each)?.code.length ?? 0), 0)
    const isOfToasts = pages.some((page) => TOASTS.test(page))
    const group = isOfToasts ? 'toasts' : size < SMALL ? 'common' : groupOf(pages, needsForms)
    if (group !== undefined) for (const id of modulesOf(file, chunks)) groups.set(id, group)
  }
  return groups
}

const groupOf = (pages: readonly string[], needsForms: boolean): string | undefined => {
  const outside = pages.filter((page) => OUTSIDE.test(page)).length
  if (outside > 0 && needsForms) return outside >= FORMS_MIN ? 'forms' : undefined
  if (outside > 0) return pages.length >= COMMON_MIN ? 'common' : undefined
  if (!pages.some((page) => MAIN.test(page) || SHELL.test(page))) return undefined
  return needsForms ? 'dashboard-forms' : 'dashboard'
}
