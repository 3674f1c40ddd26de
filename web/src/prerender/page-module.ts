import type { ComponentType } from 'react'

export interface PageModule {
  /** The module that `load` imports, below src/: the HTML preloads its styles and scripts. */
  readonly source: string
  readonly load: () => Promise<ComponentType>
}

const MODULES = import.meta.glob<Readonly<Record<string, ComponentType>>>('../features/**/*-page.tsx')

/** A page of the app by its file: `profile/team/team` is TeamPage in `features/profile/team/team-page.tsx`. */
export const pageIn = (file: string): PageModule => {
  const source = `features/${file}-page.tsx`
  const loadModule = MODULES[`../${source}`]
  if (loadModule === undefined) throw new Error(`there is no ${source}`)
  const load = async () => {
    const page = Object.entries(await loadModule()).find(([name]) => name.endsWith('Page'))
    if (page === undefined) throw new Error(`${source} exports no page`)
    return page[1]
  }
  return { source, load }
}
