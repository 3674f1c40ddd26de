import { Loader } from '@mantine/core'
import css from './please-wait.module.css'

export function PleaseWait() {
  return (
    <div className={css.screen} role="status">
      <Loader size={28} aria-hidden />
      <p>Please wait...</p>
    </div>
  )
}
