import {
  type Icon,
  IconBrandFacebook,
  IconBrandLinkedin,
  IconBrandWhatsapp,
  IconBrandX,
  IconClock,
  IconMail,
  IconReceipt,
  IconShare,
} from 'virtual:icons'
import { ActionIcon, Box, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { contactEmail } from '../../components/site/contact-email.ts'
import { PageIntro } from '../../components/site/page-intro.tsx'
import { SiteSection } from '../../components/site/site-section.tsx'
import { t } from '../../locales/translate.ts'
import { paths } from '../../paths.ts'
import { ContactForm } from './contact-form.tsx'
import css from './contact-page.module.css'

const HOURS = [
  { days: t('Mon-Fri'), hours: t('9 am to 6 pm') },
  { days: t('Sat'), hours: t('10 am to 2 pm') },
  { days: t('Sun'), hours: t('Closed [hours]') },
] as const

const SIGNS = {
  WhatsApp: IconBrandWhatsapp,
  X: IconBrandX,
  LinkedIn: IconBrandLinkedin,
  Facebook: IconBrandFacebook,
} as const

export function ContactPage() {
  return (
    <>
      <PageIntro
        eyebrow={t('Contact')}
        title={t('Talk to us')}
        line={t('Contact us with questions, problems with your account, or for help with migration.')}
      />
      <SiteSection pb={{ base: 'md', xs: 'lg' }} className={css.columns}>
        <ContactForm />
        <Stack gap="md">
          <Detail id="write" title={t('Email us')} Icon={IconMail}>
            <a href={`mailto:${contactEmail()}`}>{contactEmail()}</a>
          </Detail>
          <Detail id="hours" title={t('Business hours')} Icon={IconClock}>
            <Hours />
          </Detail>
          <Detail id="paid" title={t('About a payment you made')} Icon={IconReceipt}>
            <p className="muted">
              {t(
                "Please ask the shop first. Your money went directly to the shop's account, so only the shop can refund it.",
              )}
            </p>
          </Detail>
          <Detail id="social" title={t('Share Galla')} Icon={IconShare}>
            <ShareLinks />
          </Detail>
        </Stack>
      </SiteSection>
      <MapPicture />
    </>
  )
}

interface DetailProps {
  readonly id: string
  readonly title: string
  readonly Icon: Icon
  readonly children: ReactNode
}

function Detail({ id, title, Icon, children }: DetailProps) {
  return (
    <Paper component="section" withBorder radius="lg" py={20} px="lg" fz="md" aria-labelledby={id}>
      <Group gap="xs" wrap="nowrap" mb="xs">
        <Icon size={20} stroke={1.8} color="var(--galla-accent)" />
        <Title id={id} order={2} fz="md" fw={650}>
          {title}
        </Title>
      </Group>
      {children}
    </Paper>
  )
}

function Hours() {
  return (
    <>
      <dl>
        {HOURS.map(({ days, hours }) => (
          <Group key={days} justify="space-between" py={4}>
            <dt className="muted">{days}</dt>
            <Box component="dd" fw={550} className="tabular">
              {hours}
            </Box>
          </Group>
        ))}
      </dl>
      <Text mt={4} fz="sm" c="dimmed">
        {t('Indian Standard Time')}
      </Text>
    </>
  )
}

function ShareLinks() {
  return (
    <Group component="ul" gap="xs" className="plain-list">
      {SHARE_ON.map(({ name, href }) => {
        const Sign = SIGNS[name]
        return (
          <li key={name}>
            <ActionIcon
              component="a"
              variant="default"
              size={40}
              radius="md"
              c="dimmed"
              href={href()}
              target="_blank"
              rel="noreferrer"
              aria-label={t('Share Galla on {name}', { name })}
            >
              <Sign size={20} stroke={1.7} aria-hidden />
            </ActionIcon>
          </li>
        )
      })}
    </Group>
  )
}

/** A placeholder in prerendered HTML; the server replaces it with its own origin. */
const ORIGIN = '__ORIGIN__'
const SHARED_TEXT = 'Galla: UPI payments by QR code, straight to your own account'

const home = (): string => (typeof window === 'undefined' ? ORIGIN : window.location.origin) + paths.home

const query = (fields: Record<string, string>): string =>
  // The placeholder and the fixed texts need no escaping except for spaces.
  Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURI(value)}`)
    .join('&')

/** Plain links: the page loads nothing from these sites. */
const SHARE_ON = [
  { name: 'WhatsApp', href: () => `https://wa.me/?${query({ text: `${SHARED_TEXT} ${home()}` })}` },
  { name: 'X', href: () => `https://x.com/intent/post?${query({ text: SHARED_TEXT, url: home() })}` },
  {
    name: 'LinkedIn',
    href: () => `https://www.linkedin.com/sharing/share-offsite/?${query({ url: home() })}`,
  },
  { name: 'Facebook', href: () => `https://www.facebook.com/sharer/sharer.php?${query({ u: home() })}` },
] as const

/** A drawing of no real place: an embedded map would track every visitor. */
function MapPicture() {
  return (
    <Box
      component="figure"
      pos="relative"
      maw={1112}
      h={260}
      bd="1px solid var(--galla-line)"
      bdrs="lg"
      bg="var(--galla-sunken)"
      w={{ base: 'calc(100% - 32px)', xs: 'calc(100% - 48px)' }}
      className={css.map}
    >
      <svg
        viewBox="0 0 1112 300"
        preserveAspectRatio="xMidYMid slice"
        aria-hidden="true"
        className={css.streets}
      >
        <path
          className={css.water}
          d="M-20 236C140 196 250 282 420 250S760 176 900 214s180 26 240 8v96H-20z"
        />
        <path className={css.park} d="M96 34h168v92l-54 28H96zM742 20h132l34 74-60 46H742z" />
        <g className={css.lane}>
          <path d="M0 150h1112M0 62h1112M310 0v300M560 0v300M690 0v300M930 0v300M60 0v300M430 0 190 300M1040 0 820 300" />
        </g>
        <g className={css.road}>
          <path d="M0 190 380 120 720 150 1112 84M500 0l44 150-30 150" />
        </g>
      </svg>
      <svg viewBox="0 0 32 40" width="40" height="50" aria-hidden="true" className={css.pin}>
        <path
          d="M16 1a15 15 0 0 1 15 15c0 10-15 23-15 23S1 26 1 16A15 15 0 0 1 16 1z"
          fill="var(--galla-accent)"
        />
        <path d="M9.5 15h13v6a1.5 1.5 0 0 1-1.5 1.5H11A1.5 1.5 0 0 1 9.5 21z" fill="var(--galla-on-accent)" />
        <path d="M11 11.5h10l1.5 3h-13z" fill="var(--galla-on-accent)" opacity=".6" />
      </svg>
      <figcaption>{t('We work online. A map appears here when we have an office to visit.')}</figcaption>
    </Box>
  )
}
