import { IconChevronDown } from 'virtual:icons'
import { useId, useState } from 'react'
import { useNarrowerThan } from '../../theme/use-narrower-than.ts'
import css from './fold.module.css'

export interface Fold {
  readonly id: string
  /** False where the screen has room for the section without folding. */
  readonly canFold: boolean
  readonly isOpen: boolean
  readonly setOpen: (isOpen: boolean) => void
}

interface FoldOptions {
  /** May change while mounted: the content keeps its state. */
  readonly isFoldable: boolean
  readonly startsOpen?: boolean
}

/** Folds a rarely used section on phones, so that the content below it stays near. */
export function useFold({ isFoldable, startsOpen = false }: FoldOptions): Fold {
  const id = useId()
  const isPhone = useNarrowerThan('sm')
  const [isOpen, setOpen] = useState(startsOpen)
  const canFold = isFoldable && isPhone
  return { id, canFold, isOpen: isOpen || !canFold, setOpen }
}

/** The section's heading, which is a button when the section can fold. */
export function FoldTitle({ fold, title }: { fold: Fold; title: string }) {
  if (!fold.canFold) return title
  return (
    <button
      type="button"
      className={css.title}
      aria-expanded={fold.isOpen}
      aria-controls={fold.id}
      onClick={() => fold.setOpen(!fold.isOpen)}
    >
      {title}
      <IconChevronDown size={18} />
    </button>
  )
}
