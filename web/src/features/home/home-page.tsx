import { IconArrowRight } from 'virtual:icons'
import { Button, Group, Paper, SimpleGrid, Text } from '@mantine/core'
import { Link } from 'react-router'
import { useInBrowser } from '../../browser/in-browser.ts'
import { Seal } from '../../components/feedback/seal.tsx'
import { CallToAction, useStart } from '../../components/site/call-to-action.tsx'
import { FEATURES, FIGURES, ON_THE_LANDING_PAGE } from '../../components/site/features.ts'
import { SiteSection } from '../../components/site/site-section.tsx'
import { language } from '../../locales/language.ts'
import { t } from '../../locales/translate.ts'
import { paths } from '../../paths.ts'
import { pageBeforeLogin } from '../../session/forced-login.ts'
import { storedUser } from '../../session/logged-in-record.ts'
import { useSession } from '../../session/session.tsx'
import css from './home-page.module.css'
import { PaymentPicture } from './payment-picture.tsx'

export function HomePage() {
  const start = useStart()
  return (
    <>
      <LoggedInBand />
      <Hero start={start} />
      <Figures />
      <Steps />
      <Features />
      <CallToAction />
    </>
  )
}

function Hero({ start }: { start: string }) {
  return (
    <div className={`glow ${css.hero}`}>
      <SiteSection className={css.heroInner}>
        <div>
          <Text c="var(--galla-accent)" fw={600} mb="md">
            {t('UPI payments for businesses in India')}
          </Text>
          <h1>
            <span className="nowrap">{t('Collect by QR.')}</span>{' '}
            <span className="nowrap">{t("Know it's paid.")}</span>{' '}
            <span className="nowrap">{t('Exactly once.')}</span>
          </h1>
          <Text lh={1.6} maw={540} fz="lg" c="dimmed" mt={20}>
            {t(
              'Create a payment link by API or in the dashboard. Your customer pays with any UPI app, and you know immediately when the money reaches your own account. 0% transaction fee.',
            )}
          </Text>
          <Group gap="sm" mt="xl" className={css.buttons}>
            <Button
              component={Link}
              to={start}
              h={48}
              px={24}
              fz={16}
              rightSection={<IconArrowRight size={18} />}
            >
              {t('Get Started')}
            </Button>
            <Button component={Link} to={paths.features} variant="default" h={48} px={24} fz={16}>
              {t('Learn More')}
            </Button>
          </Group>
        </div>
        <PaymentPicture />
      </SiteSection>
    </div>
  )
}

function Figures() {
  return (
    <SiteSection pt={48} aria-label={t('Galla in figures')}>
      <dl className={css.figures}>
        {FIGURES.map(({ value, label }) => (
          <div key={label}>
            <dt className="muted">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </SiteSection>
  )
}

const STEPS = [
  {
    title: t('Create an order'),
    text: t('Send one API call or fill in a short form. You get a link and a QR code.'),
  },
  {
    title: t('Your customer pays'),
    text: t('They pay with any UPI app. The money goes directly to your own UPI ID.'),
  },
  {
    title: t('You are notified'),
    text: t(
      "Galla detects the payment, settles the order once, and notifies your server with the bank's reference.",
    ),
  },
] as const

function Steps() {
  return (
    <SiteSection pt={72} aria-labelledby="steps">
      <h2 id="steps">{t('How it works')}</h2>
      <ol className={css.steps}>
        {STEPS.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <Text mt={4} c="dimmed" fz="md">
              {text}
            </Text>
          </li>
        ))}
      </ol>
    </SiteSection>
  )
}

function Features() {
  return (
    <SiteSection py={72} aria-labelledby="features">
      <Group gap="4px 24px" align="baseline" justify="space-between">
        <h2 id="features">{t('Features')}</h2>
        <Text fz="md" fw={550}>
          <Link to={paths.features}>{t('All six features')}</Link>
        </Text>
      </Group>
      <SimpleGrid component="ul" cols={{ base: 1, lg: 3 }} mt="lg" className="plain-list">
        {FEATURES.slice(0, ON_THE_LANDING_PAGE).map(({ title, text, Icon }) => (
          <Paper key={title} component="li" withBorder radius="lg" p="lg">
            <Seal tone="created" size={44} mb={20}>
              <Icon size={22} stroke={1.8} />
            </Seal>
            <h3>{title}</h3>
            <Text mt={6} c="dimmed" fz="md">
              {text}
            </Text>
          </Paper>
        ))}
      </SimpleGrid>
    </SiteSection>
  )
}

/** Every login ends on this page: the way back to where the session expired, or to the dashboard. */
function LoggedInBand() {
  const { remembered, user } = useSession()
  const before = useInBrowser(() => pageBeforeLogin(storedUser()?.email ?? ''), undefined)
  if (remembered === undefined) return null
  const isOperator = user?.role === 'operator'
  return (
    <Group
      component="section"
      lang={language}
      aria-label={t('Your account')}
      gap="8px 16px"
      justify="center"
      py="xs"
      px="md"
      bg="var(--galla-created-soft)"
      style={{ borderBottom: '1px solid var(--galla-line)' }}
      className="breaks"
    >
      <Text fw={550}>{t('You are logged in as {name}.', { name: remembered.name })}</Text>
      {before !== undefined && (
        <Button component={Link} to={before} h={44}>
          {t('Continue where you were')}
        </Button>
      )}
      {before === undefined && (
        <Button component={Link} to={isOperator ? paths.operator : paths.dashboard} h={44}>
          {isOperator ? t('Open the operator console') : t('Open your dashboard')}
        </Button>
      )}
    </Group>
  )
}
