import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import css from '../case-detail.module.css'

export interface Choice {
  readonly id: string
  readonly first: string
  readonly second: string
  readonly amount: string
  readonly mark: ReactNode
}

interface ChoiceListProps {
  readonly legend: string
  readonly name: string
  readonly choices: readonly Choice[]
  readonly chosen: string | undefined
  readonly error: string | undefined
  readonly onChoose: (id: string) => void
}

/** One of a few, each with what it takes to tell it from the others. */
export function ChoiceList({ legend, name, choices, chosen, error, onChoose }: ChoiceListProps) {
  return (
    <fieldset className={css.choices} aria-invalid={error !== undefined}>
      <legend>{legend}</legend>
      {choices.map(({ id, first, second, amount, mark }) => (
        <label key={id} className={css.choice}>
          <input type="radio" name={name} value={id} checked={id === chosen} onChange={() => onChoose(id)} />
          <Stack component="span" gap={2} flex={1} className={css.choiceWords}>
            <strong>{first}</strong>
            <span className={css.label}>{second}</span>
          </Stack>
          <Stack component="span" gap={2} align="flex-end" flex="none" className={css.choiceEnd}>
            <span className={css.sum}>{amount}</span>
            {mark}
          </Stack>
        </label>
      ))}
      {error !== undefined && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
