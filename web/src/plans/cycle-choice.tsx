import { type BillingCycle, CYCLE_LABELS } from '@galla/contract/subscriptions/plans'
import { ToneBadge } from '../components/feedback/tone-badge.tsx'
import { t, translateServerText } from '../locales/translate.ts'
import css from './radio.module.css'

interface CycleChoiceProps {
  readonly cycles: readonly BillingCycle[]
  /** Without it the inputs are uncontrolled, so that CSS can read the choice before any script runs. */
  readonly chosen?: BillingCycle
  readonly onChoose?: (cycle: BillingCycle) => void
}

export function CycleChoice({ cycles, chosen, onChoose }: CycleChoiceProps) {
  return (
    <fieldset className={css.segments} aria-label={t('Billing cycle')}>
      {cycles.map((cycle, index) => {
        const { label, saving } = CYCLE_LABELS[cycle]
        const state =
          chosen === undefined
            ? { defaultChecked: index === 0 }
            : { checked: cycle === chosen, onChange: () => onChoose?.(cycle) }
        return (
          <label key={cycle} className={css.radio}>
            <input type="radio" name="cycle" value={cycle} {...state} />
            <span className={css.segment}>
              {translateServerText(label)}
              {saving !== undefined && <ToneBadge tone="success">{translateServerText(saving)}</ToneBadge>}
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
