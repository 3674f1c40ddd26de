import { useQuery } from '@tanstack/react-query'
import { fetchOwnJson } from '../../api/api.ts'
import { queryKeys } from '../../query-keys.ts'
import { type FoundSection, SEARCH_INDEX_PATH, type SearchEntry } from './find-sections.ts'
import type { Found } from './finder.tsx'

/** The search index of the guide, which loads once. */
export const useGuideIndex = () =>
  useQuery({
    queryKey: queryKeys.docsSearch,
    queryFn: async ({ signal }) => (await fetchOwnJson(SEARCH_INDEX_PATH, signal)) as readonly SearchEntry[],
    staleTime: Number.POSITIVE_INFINITY,
  })

export const foundFrom = ({ entry: { path, title, under }, around }: FoundSection): Found => ({
  path,
  title,
  lang: 'en',
  under: under.join(' / '),
  ...(around.length > 0 && {
    about: around.map(({ text, marked, at }) => (marked ? <mark key={at}>{text}</mark> : text)),
  }),
})
