import { IconChevronDown } from 'virtual:icons'
import { useId, useState } from 'react'
import { useNarrowerThan } from '../../theme/use-narrower-than.ts'
import css from './fold.module.css'

export interface Fold {
  readonly id: string
  /** Elsewhere there is room: the part is simply there. */
  readonly canFold: boolean
  readonly isOpen: boolean
  readonly setOpen: (isOpen: boolean) => void
}

interface FoldOptions {
  /** It may become or cease to be so: what stands in the part stays as it is. */
  readonly isFoldable: boolean
  readonly startsOpen?: boolean
}

/** A part that few come for: on a phone a line that opens it, so that what comes after is not pages away. */
export function useFold({ isFoldable, startsOpen = false }: FoldOptions): Fold {
  const id = useId()
  const isPhone = useNarrowerThan('sm')
  const [isOpen, setOpen] = useState(startsOpen)
  const canFold = isFoldable && isPhone
  return { id, canFold, isOpen: isOpen || !canFold, setOpen }
}

/** In a heading, which names the part either way. */
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
