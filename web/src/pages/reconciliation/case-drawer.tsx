import { Drawer } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { AlertCase } from './alert-case.tsx'
import css from './case-detail.module.css'
import type { CasesPlace } from './cases-place.ts'
import { ClaimCase } from './claim-case.tsx'
import { CreditCase } from './credit-case.tsx'

/** One case with its evidence and what can be done about it. */
export function CaseDrawer({ place }: { place: CasesPlace }) {
  const { credit, claim, alert } = place.view
  const opened = credit ?? claim ?? alert
  useFocusGivenBack(opened)
  const title =
    credit !== undefined ? 'Payment' : claim !== undefined ? 'Claim of a customer' : 'Unread alert'
  return (
    <Drawer
      returnFocus={false}
      opened={opened !== undefined}
      onClose={place.close}
      position="right"
      size={580}
      padding={0}
      title={<strong className={css.title}>{title}</strong>}
      classNames={{ header: css.header ?? '', body: css.body ?? '' }}
      closeButtonProps={{ 'aria-label': 'Close the case', size: 36 }}
    >
      {credit !== undefined && <CreditCase key={credit} creditId={credit} />}
      {claim !== undefined && <ClaimCase key={claim} name={claim} place={place} />}
      {alert !== undefined && <AlertCase key={alert} alertId={alert} place={place} />}
    </Drawer>
  )
}

/** Closed, the drawer gives the focus to the row that it showed last, or to the list where that row is gone. */
function useFocusGivenBack(opened: string | undefined): void {
  const shown = useRef<string>(undefined)
  useEffect(() => {
    const last = shown.current
    shown.current = opened
    if (opened !== undefined || last === undefined) return
    const row =
      document.querySelector<HTMLElement>(`[data-opens-case="${CSS.escape(last)}"]`) ??
      document.querySelector<HTMLElement>('[data-opens-case]') ??
      document.querySelector<HTMLElement>('main h1')
    row?.focus()
  }, [opened])
}
