import { useAddressSearch } from '../../components/form/use-address-search.ts'
import { useDrawerAddress } from '../../components/form/use-drawer-address.ts'
import { useTypedSearch } from '../../components/form/use-typed-search.ts'
import { type CasesView, readView, writeView } from './cases-view.ts'

const CLOSED = { credit: undefined, claim: undefined, alert: undefined, act: undefined } as const
export type Opened = Partial<Pick<CasesView, 'credit' | 'claim' | 'alert' | 'act'>>

/** The id of the open payment or alert, or the name of the open claim. */
export const openCaseOf = ({
  view: { credit, claim, alert },
}: {
  readonly view: Opened
}): string | undefined => credit ?? claim ?? alert

/** The view in the address, the text of the search field, and the drawer. */
export function useCasesNavigation() {
  const [search, setSearch] = useAddressSearch()
  const view = readView(search)
  const show = (change: Partial<CasesView>, replace = false, state: unknown = null) =>
    setSearch((now) => writeView({ ...readView(now), ...change }), { replace, state })
  // A tab changes the search in the address too.
  const [typed, setTyped] = useTypedSearch(view.search, (text) => show({ search: text, page: 1 }, true))
  const drawer = useDrawerAddress<Opened>((opened, ...how) => show({ ...CLOSED, ...opened }, ...how), CLOSED)
  return { view, show, typed, setTyped, ...drawer }
}

export type CasesNavigation = ReturnType<typeof useCasesNavigation>
