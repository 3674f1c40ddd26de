import {
  IconBuildingBank,
  IconCode,
  IconCreditCard,
  IconId,
  IconLanguage,
  IconLink,
  IconListDetails,
  IconShieldLock,
  IconSparkles,
  IconUser,
} from 'virtual:icons'
import { UnstyledButton } from '@mantine/core'
import { callEndpoint } from '../api/api.ts'
import { failureMessage } from '../components/feedback/failure-message.ts'
import { toastFailure } from '../components/feedback/toast.tsx'
import { chooseLanguage, LANGUAGE_NAMES, type Language, OTHER_LANGUAGES } from '../locales/language.ts'
import { t } from '../locales/translate.ts'
import { paths } from '../paths.ts'
import { useOpenCases } from '../queries/open-cases.ts'
import { useMay, useMayOpen } from '../session/may.ts'
import { useSession } from '../session/session.tsx'
import { MenuBadge, type MenuEntry, MenuList, openEntries } from './menu-list.tsx'
import css from './side-menu.module.css'

/** Nothing is counted without a session, and for those who may not see it. */
export function CaseBadge() {
  return useMay()('GET /user/cases') ? <OpenCases /> : null
}

function OpenCases() {
  const { data } = useOpenCases()
  return <MenuBadge count={data?.total ?? 0} />
}

/** The specification's menu. What is more than it are tabs of the entry where it belongs. */
export const DASHBOARD_ENTRIES: readonly MenuEntry[] = [
  {
    to: paths.dashboard,
    label: t('Profile'),
    Icon: IconUser,
    tabs: [
      { to: paths.dashboard, label: t('Home') },
      { to: paths.notices, label: t('Notifications') },
      { to: paths.loginSecurity, label: t('Security') },
      { to: paths.team, label: t('Team') },
      { to: paths.activity, label: t('Activity') },
      { to: paths.customerData, label: t('Customer data') },
    ],
  },
  {
    to: paths.orders,
    label: t('Orders'),
    Icon: IconListDetails,
    badge: <CaseBadge />,
    tabs: [
      { to: paths.orders, label: t('Orders') },
      { to: paths.reconciliation, label: t('Reconciliation'), badge: <CaseBadge />, isArea: true },
    ],
  },
  {
    to: paths.paymentLink,
    label: t('Payment Link'),
    Icon: IconLink,
    tabs: [
      { to: paths.paymentLink, label: t('Payment Link') },
      { to: paths.collect, label: t('Collect') },
      { to: paths.reusableLinks, label: t('Reusable Links') },
      { to: paths.counters, label: t('Counters') },
    ],
  },
  { to: paths.connectMerchant, label: t('Connect Merchant'), Icon: IconBuildingBank },
  { to: paths.manageSubscription, label: t('Manage Subscription'), Icon: IconCreditCard },
  { to: paths.newSubscription, label: t('New Subscription'), Icon: IconSparkles },
  {
    to: paths.apiDocumentation,
    label: t('Api Documentation'),
    Icon: IconCode,
    tabs: [
      { to: paths.apiDocumentation, label: t('Api Documentation') },
      { to: paths.webhooks, label: t('Webhooks') },
      { to: paths.requestLog, label: t('Request log') },
    ],
  },
  { to: paths.kyc, label: t('KYC'), Icon: IconId },
]

const TO_OPERATOR = { to: paths.operator, label: t('Operator'), Icon: IconShieldLock } as const

/** The menu of this session. */
export const useEntries = (): readonly MenuEntry[] => openEntries(DASHBOARD_ENTRIES, useMayOpen())

export function SideMenu() {
  const { user } = useSession()
  const more = user?.role === 'operator' ? [TO_OPERATOR] : []
  return <MenuList label={t('Dashboard')} entries={[...useEntries(), ...more]} />
}

/** E-mails to the merchant follow the dashboard. */
const storeLanguage = async (chosen: Language): Promise<void> => {
  try {
    // Every page has the menu, and few visitors switch.
    const { chooseLanguage: choose } = await import('@galla/contract/auth/merchants')
    await callEndpoint(choose, { body: { language: chosen } })
    chooseLanguage(chosen)
  } catch (error) {
    toastFailure(failureMessage(error, t('The language could not be changed')))
  }
}

/** The other languages, each by its own name, below the dashboard's menu. */
export function LanguageSwitch() {
  return OTHER_LANGUAGES.map((other) => (
    <UnstyledButton
      key={other}
      lang={other}
      w="100%"
      mt={2}
      className={css.entry ?? ''}
      onClick={() => void storeLanguage(other)}
    >
      <IconLanguage size={18} stroke={1.8} />
      <span className={css.label}>{LANGUAGE_NAMES[other]}</span>
    </UnstyledButton>
  ))
}
