import { IconCircleCheckFilled } from 'virtual:icons'
import { Center, Group, Paper, Stack, Text, TextInput, type TextInputProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { remembersLogins } from '../../browser/browser-storage.ts'
import { useInBrowser } from '../../browser/in-browser.ts'
import { language } from '../../locales/language.ts'
import { t } from '../../locales/translate.ts'
import { Banner } from '../feedback/banner.tsx'
import { Notice } from '../feedback/notice.tsx'
import css from './auth-card.module.css'

const POINTS = [
  { title: t('Straight to your own account'), text: t('Galla never holds your money.') },
  { title: t('Every payment, exactly once'), text: t('Recognised day and night, and sent to your website.') },
  { title: t('0% transaction fee'), text: t('Test mode is free, too.') },
] as const

const BARS = [30, 44, 38, 57, 49, 72, 64, 88]

/** The frame of login and registration. */
export function AuthCard({ title, line, children }: { title: string; line: string; children: ReactNode }) {
  const canRemember = useInBrowser(remembersLogins, true)
  return (
    <Center flex={1} lang={language} className={`glow ${css.page}`}>
      <Paper withBorder radius="lg" w="100%" className={css.frame}>
        <Stack gap={20} justify="center" miw={0} className={css.card}>
          <div>
            <h1 className={css.title}>{title}</h1>
            <Text c="dimmed" mt={4}>
              {line}
            </Text>
          </div>
          <noscript>
            <Notice tone="pending">
              {t('This form needs JavaScript. The rest of the website works without it.')}
            </Notice>
          </noscript>
          {!canRemember && (
            <Banner
              tone="pending"
              message={t(
                'This browser stores nothing from this website, so a login would end at once. Allow cookies and site data for it, or open it in another browser.',
              )}
            />
          )}
          {children}
        </Stack>
        <Reasons />
      </Paper>
    </Center>
  )
}

/** The name of a login. */
export const EmailField = (props: TextInputProps) => (
  <TextInput label={t('Email')} type="email" autoComplete="username" size="md" {...props} />
)

/** The product's benefits, beside the form on wide screens. */
function Reasons() {
  return (
    <aside className={css.reasons} aria-label={t('What Galla does')}>
      <Paper withBorder radius="lg" px={20} pt={18} w="100%" aria-hidden="true">
        <small className="muted">{t('Collections per day')}</small>
        <Group gap="xs" align="flex-end" wrap="nowrap" h={104} mt="sm" className={css.bars}>
          {BARS.map((height) => (
            <i key={height} style={{ height: `${height}%` }} />
          ))}
        </Group>
        <div className={css.received}>
          <Point title={t('₹499.00 received')} text={t('Order paid, webhook delivered')} tone="success" />
        </div>
      </Paper>
      <Text fz="xl" fw={700} lh={1.25} lts="-0.02em">
        {t("Collect by QR. Know it's paid.")}
      </Text>
      <Stack component="ul" gap={14} className="plain-list">
        {POINTS.map((point) => (
          <li key={point.title}>
            <Point {...point} tone="accent" />
          </li>
        ))}
      </Stack>
    </aside>
  )
}

function Point({ title, text, tone }: { title: string; text: string; tone: 'success' | 'accent' }) {
  return (
    <Group gap="sm" align="flex-start" wrap="nowrap">
      <IconCircleCheckFilled size={20} color={`var(--galla-${tone})`} />
      <div>
        <Text fw={600} lh="20px">
          {title}
        </Text>
        <Text fz="xs" c="dimmed">
          {text}
        </Text>
      </div>
    </Group>
  )
}
