import { useAddressSearch } from '../../components/form/use-address-search.ts'
import { useDrawerAddress } from '../../components/form/use-drawer-address.ts'
import { useTypedSearch } from '../../components/form/use-typed-search.ts'
import { type CasesView, readView, writeView } from './cases-view.ts'

const CLOSED = { credit: undefined, claim: undefined, alert: undefined } as const
export type Opened = Partial<Pick<CasesView, 'credit' | 'claim' | 'alert'>>

/** Its id, or a claim's name. */
export const openCaseOf = ({
  view: { credit, claim, alert },
}: {
  readonly view: Opened
}): string | undefined => credit ?? claim ?? alert

/** The view as the address says it, the search as it was last typed, and the drawer. */
export function useCasesNavigation() {
  const [search, setSearch] = useAddressSearch()
  const view = readView(search)
  const show = (change: Partial<CasesView>, replace = false, state: unknown = null) =>
    setSearch((now) => writeView({ ...readView(now), ...change }), { replace, state })
  // A tab changes the address under the field, too.
  const [typed, setTyped] = useTypedSearch(view.search, (text) => show({ search: text, page: 1 }, true))
  const drawer = useDrawerAddress<Opened>((opened, ...how) => show({ ...CLOSED, ...opened }, ...how), CLOSED)
  return { view, show, typed, setTyped, ...drawer }
}

export type CasesNavigation = ReturnType<typeof useCasesNavigation>
