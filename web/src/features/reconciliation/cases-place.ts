import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAddressSearch } from '../../components/form/use-address-search.ts'
import { useDebounced } from '../../components/form/use-debounced.ts'
import { useFollowedAddress } from '../../components/form/use-followed-address.ts'
import { DEBOUNCE_MS } from '../../theme/tokens.ts'
import { type CasesView, readView, writeView } from './cases-view.ts'

const CLOSED = { credit: undefined, claim: undefined, alert: undefined } as const
export type Opened = Partial<Pick<CasesView, 'credit' | 'claim' | 'alert'>>

/** Its id, or a claim's name. */
export const openCaseOf = ({
  view: { credit, claim, alert },
}: {
  readonly view: Opened
}): string | undefined => credit ?? claim ?? alert

/** The view as the address says it, the search as it was last typed, and the drawer, whose opening Back undoes. */
export function useCasesPlace() {
  const [search, setSearch] = useAddressSearch()
  const navigate = useNavigate()
  const { state } = useLocation()
  const view = readView(search)
  const show = (change: Partial<CasesView>, replace = false, kept: unknown = null) =>
    setSearch((now) => writeView({ ...readView(now), ...change }), { replace, state: kept })
  const [typed, setTyped] = useState(view.search)
  // A tab changes the address under the field, too.
  const noteOwn = useFollowedAddress(view.search, () =>
    setTyped((now) => (now.trim() === view.search ? now : view.search)),
  )
  useDebounced(typed, DEBOUNCE_MS, (settled) => {
    if (settled.trim() === view.search) return
    noteOwn(settled.trim())
    show({ search: settled, page: 1 }, true)
  })
  const openedHere = typeof state === 'object' && state !== null && 'openedHere' in state
  return {
    view,
    show,
    typed,
    setTyped,
    open: (opened: Opened) => show({ ...CLOSED, ...opened }, false, { openedHere: true }),
    /** Another one in the same drawer. */
    turnTo: (opened: Opened) =>
      show({ ...CLOSED, ...opened }, true, openedHere ? { openedHere: true } : null),
    close: () => {
      if (openedHere) void navigate(-1)
      else show(CLOSED, true)
    },
  }
}

export type CasesPlace = ReturnType<typeof useCasesPlace>
