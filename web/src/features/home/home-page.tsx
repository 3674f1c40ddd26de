import { IconArrowRight } from 'virtual:icons'
import { Box, Button, Center, Group, Text } from '@mantine/core'
import { Link } from 'react-router'
import { CallToAction, useStart } from '../../components/site/call-to-action.tsx'
import { FEATURES, FIGURES, ON_THE_LANDING_PAGE } from '../../components/site/features.ts'
import { paths } from '../../paths.ts'
import css from './home-page.module.css'
import { PaymentPicture } from './payment-picture.tsx'

export function HomePage() {
  const start = useStart()
  return (
    <>
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
    <section className={css.hero}>
      <Box maw={1160} my={0} mx="auto" className={css.heroInner}>
        <div>
          <p className={css.eyebrow}>UPI payments for businesses in India</p>
          <h1>
            <span>Collect by QR.</span> <span>Know it's paid.</span> <span>Exactly once.</span>
          </h1>
          <Text lh={1.6} maw={540} fz="lg" c="dimmed" mt={20}>
            Create a payment link by API or by hand, let your customer scan it with any UPI app, and hear the
            moment the money reaches your own account. At a 0% transaction fee.
          </Text>
          <Group gap="sm" align="stretch" mt="xl" className={css.buttons}>
            <Button
              component={Link}
              to={start}
              h={48}
              px={24}
              fz={16}
              rightSection={<IconArrowRight size={18} aria-hidden />}
            >
              Get Started
            </Button>
            <Button component={Link} to={paths.features} variant="default" h={48} px={24} fz={16}>
              Learn More
            </Button>
          </Group>
        </div>
        <PaymentPicture />
      </Box>
    </section>
  )
}

function Figures() {
  return (
    <Box
      component="section"
      maw={1160}
      w="100%"
      mx="auto"
      className={css.figures}
      aria-label="Galla in figures"
    >
      <dl>
        {FIGURES.map(({ value, label }) => (
          <div key={label}>
            <Box component="dt" c="dimmed">
              {label}
            </Box>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Box>
  )
}

const STEPS = [
  {
    title: 'Make an order',
    text: 'One API call, or a form with an amount and a name. You get a link and a QR code.',
  },
  {
    title: 'Your customer pays',
    text: 'With any UPI app. The money goes to your own UPI ID, from bank to bank.',
  },
  {
    title: 'You know',
    text: "Galla finds the credit, settles the order once and notifies your server, with the bank's reference.",
  },
] as const

function Steps() {
  return (
    <Box component="section" maw={1160} w="100%" mx="auto" className={css.steps} aria-labelledby="steps">
      <h2 id="steps">From order to money in three steps</h2>
      <ol>
        {STEPS.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </Box>
  )
}

function Features() {
  return (
    <Box
      component="section"
      maw={1160}
      w="100%"
      mx="auto"
      className={css.features}
      aria-labelledby="features"
    >
      <Group gap="4px 24px" align="baseline" justify="space-between" className={css.featuresHead}>
        <h2 id="features">Made for the moment of payment</h2>
        <Link to={paths.features}>All six features</Link>
      </Group>
      <ul>
        {FEATURES.slice(0, ON_THE_LANDING_PAGE).map(({ title, text, Icon }) => (
          <li key={title}>
            <Center
              component="span"
              w={44}
              h={44}
              mb={20}
              bdrs="md"
              c="var(--galla-accent)"
              bg="var(--galla-created-soft)"
            >
              <Icon size={22} stroke={1.8} aria-hidden />
            </Center>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Box>
  )
}
