import {
  IconArrowRight,
  IconBook2,
  IconCoinRupee,
  IconFileSpreadsheet,
  IconHeadset,
  IconHistory,
  IconMail,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { Panel } from '../../components/layout/panel.tsx'
import { paths } from '../../paths.ts'
import css from './connect-merchant-page.module.css'

const FACTS = [
  { Icon: IconCoinRupee, text: 'Galla never holds your money: the QR code carries your own UPI ID.' },
  { Icon: IconHistory, text: 'Connecting again replaces the account for new orders only.' },
  { Icon: IconMail, text: 'Whenever the payee changes, we tell you by e-mail.' },
] as const

export function HelpBox() {
  return (
    <aside className={css.help} aria-label="Help">
      <Panel title="Good to know">
        <ul className={css.known}>
          {FACTS.map(({ Icon, text }) => (
            <li key={text}>
              <Icon size={20} stroke={1.7} aria-hidden />
              <span>{text}</span>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title="Need help?" note="How to connect, step by step, or a person who helps.">
        <div className={css.helpLinks}>
          <Link to={paths.importStatement}>
            <IconFileSpreadsheet size={18} aria-hidden /> Import statement
            <IconArrowRight size={16} aria-hidden className={css.arrow ?? ''} />
          </Link>
          <Link to={paths.docs}>
            <IconBook2 size={18} aria-hidden /> Integration guide
            <IconArrowRight size={16} aria-hidden className={css.arrow ?? ''} />
          </Link>
          <Link to={paths.contact}>
            <IconHeadset size={18} aria-hidden /> Contact support
            <IconArrowRight size={16} aria-hidden className={css.arrow ?? ''} />
          </Link>
        </div>
      </Panel>
    </aside>
  )
}
