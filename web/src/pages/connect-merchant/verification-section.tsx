import { IconPlugConnectedX } from '@tabler/icons-react'
import css from './connect-merchant-page.module.css'
import { whatRecognisesMoney } from './what-recognises-money.ts'

/** Holds what a provider's interface needs, where one is spoken; without it the page says plainly what that means. */
export function VerificationSection({ provider }: { provider: string }) {
  const { title, text } = whatRecognisesMoney(provider)
  return (
    <section aria-labelledby="automatic-verification" className={css.verification}>
      <h3 id="automatic-verification">Automatic verification</h3>
      <div className={css.plainly}>
        <IconPlugConnectedX size={20} aria-hidden />
        <div>
          <strong>{title}</strong>
          <p>{text}</p>
        </div>
      </div>
    </section>
  )
}
