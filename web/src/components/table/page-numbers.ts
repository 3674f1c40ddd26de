export type PageEntry = number | 'gap'

/**
 * The entries of the pagination: the first page, an ellipsis when the current page is beyond 3, the pages around the current one, an
 * ellipsis, and the last page.
 */
export function pageNumbers(current: number, last: number): PageEntry[] {
  const entries: PageEntry[] = [1]
  if (current > 3) entries.push('gap')
  for (let page = Math.max(2, current - 1); page <= Math.min(last - 1, current + 1); page += 1)
    entries.push(page)
  if (current < last - 2) entries.push('gap')
  if (last > 1) entries.push(last)
  return entries
}
