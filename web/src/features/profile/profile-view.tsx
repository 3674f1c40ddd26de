import type { User } from '@galla/contract/merchants/merchants'
import { PAGE_LANGUAGES } from '@galla/contract/orders/page-languages'
import { Facts } from '../../components/layout/facts.tsx'

function supportOf({ showSupport, supportEmail, supportPhone }: User): string {
  if (!showSupport) return "Galla's contact page"
  return [supportEmail, supportPhone].filter((text) => text !== '').join(', ')
}

export function ProfileView({ user }: { user: User }) {
  const rows = [
    { name: 'Full Name', text: user.name },
    { name: 'Email Address', text: user.email },
    { name: 'Mobile Number', text: user.mobileNumber },
    { name: 'Website Name', text: user.websiteName },
    { name: 'Website URL', text: user.websiteUrl },
    { name: 'Payment page language', text: PAGE_LANGUAGES[user.pageLanguage] },
    { name: 'Support on the payment page', text: supportOf(user) },
  ]
  return (
    <Facts
      facts={rows.map(({ name, text }) => [
        name,
        text === '' ? (
          <span key={name} className="muted">
            Not set
          </span>
        ) : (
          text
        ),
      ])}
    />
  )
}
