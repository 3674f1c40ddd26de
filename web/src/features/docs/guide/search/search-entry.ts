/** A section of the guide or the reference, which the build extracts from the page. */
export interface SearchEntry {
  /** With the section's anchor. */
  readonly path: string
  readonly title: string
  /** The page and the parent section. */
  readonly under: readonly string[]
  readonly text: string
}

/** Written by the build and fetched by the first search. */
export const SEARCH_INDEX_PATH = '/docs-search.json'
