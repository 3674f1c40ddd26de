/** One section of the guide or the reference, as the build has read it from the page. */
export interface SearchEntry {
  /** With its anchor. */
  readonly path: string
  readonly title: string
  /** The page, and the section that it is a part of. */
  readonly under: readonly string[]
  readonly text: string
}

/** Made by the build, fetched by the first search. */
export const SEARCH_INDEX_PATH = '/docs-search.json'
