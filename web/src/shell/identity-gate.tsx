import { useEffect, useRef } from 'react'
import { lazyDialog } from '../components/overlay/lazy-dialog.tsx'
import { isNowhere } from '../components/overlay/lost-focus.ts'
import { t } from '../locales/translate.ts'
import { answerIdentityQuestion, useHasIdentityQuestion } from '../session/identity-question.ts'

const IdentityDialog = lazyDialog(async () => (await import('./identity-dialog.tsx')).IdentityDialog, {
  failed: t('The dialog could not be loaded. Try again.'),
})

/** Shows the identity dialog when a call of a logged-in user requires it. */
export function IdentityGate() {
  const isAsked = useHasIdentityQuestion()
  const opener = useOpener(isAsked)
  if (!isAsked) return null
  return <IdentityDialog opener={opener} onClose={() => answerIdentityQuestion(false)} />
}

const FRAMES_MAX = 60

/** Returns the element that was pressed last. Its button is busy, and so without the focus, until the call ends. */
function useOpener(isAsked: boolean): () => HTMLElement | null {
  const pressed = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (isAsked) return () => giveFocusBack(pressed.current, FRAMES_MAX)
    const note = ({ target }: MouseEvent) => {
      pressed.current = target instanceof Element ? target.closest('button') : null
    }
    document.addEventListener('click', note, { capture: true })
    return () => document.removeEventListener('click', note, { capture: true })
  }, [isAsked])
  return () => pressed.current
}

function giveFocusBack(button: HTMLElement | null, framesLeft: number): void {
  if (button === null || framesLeft === 0) return
  window.requestAnimationFrame(() => {
    if (!button.isConnected || !isNowhere()) return
    button.focus({ preventScroll: true })
    giveFocusBack(button, framesLeft - 1)
  })
}
