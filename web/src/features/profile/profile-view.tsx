import type { User } from '@galla/contract/merchants/merchants'
import { PAGE_LANGUAGES } from '@galla/contract/orders/page-languages'
import { Facts } from '../../components/layout/facts.tsx'
import { t } from '../../locales/translate.ts'

function supportOf({ showSupport, supportEmail, supportPhone }: User): string {
  if (!showSupport) return t("Galla's contact page")
  return [supportEmail, supportPhone].filter((text) => text !== '').join(', ')
}

export function ProfileView({ user }: { user: User }) {
  const rows = [
    { name: t('Full Name'), text: user.name },
    { name: t('Email Address'), text: user.email },
    { name: t('Mobile Number'), text: user.mobileNumber },
    { name: t('Website Name'), text: user.websiteName },
    { name: t('Website URL'), text: user.websiteUrl },
    { name: t('Payment page language'), text: PAGE_LANGUAGES[user.pageLanguage] },
    { name: t('Receipts by email'), text: user.emailReceipts ? t('Sent to customers') : t('Not sent') },
    { name: t('Support on the payment page'), text: supportOf(user) },
  ]
  return (
    <Facts
      facts={rows.map(({ name, text }) => [
        name,
        text === '' ? (
          <span key={name} className="muted">
            {t('Not set')}
          </span>
        ) : (
          text
        ),
      ])}
    />
  )
}
