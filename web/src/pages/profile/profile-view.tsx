import type { User } from '@galla/contract/merchants'
import { Link } from 'react-router'
import { displayDay } from '../../indian-display.ts'
import { paths } from '../../paths.ts'
import css from './profile-page.module.css'

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')

export function ProfileView({ user }: { user: User }) {
  const rows = [
    { name: 'Full Name', text: user.name },
    { name: 'Email Address', text: user.email },
    { name: 'Mobile Number', text: user.mobileNumber },
    { name: 'Website Name', text: user.websiteName },
    { name: 'Website URL', text: user.websiteUrl },
  ]
  return (
    <>
      <div className={css.person}>
        <span className={css.avatar} aria-hidden>
          {initials(user.name)}
        </span>
        <div>
          <strong>{user.name}</strong>
          <p className="muted">With Galla since {displayDay(user.createdAt)}</p>
        </div>
      </div>
      <dl className={css.facts}>
        {rows.map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text === '' ? <span className="muted">Not set</span> : text}</dd>
          </div>
        ))}
      </dl>
      <p className={css.next}>
        Next: <Link to={paths.paymentLink}>create a payment link</Link> or{' '}
        <Link to={paths.apiDocumentation}>connect your website by API</Link>.
      </p>
    </>
  )
}
