import {
  IconBrandFacebook,
  IconBrandLinkedin,
  IconBrandWhatsapp,
  IconBrandX,
  IconClock,
  IconMail,
  IconReceipt,
} from 'virtual:icons'
import { Box, Group, Paper, Stack } from '@mantine/core'
import { contactEmail } from '../../components/site/contact-email.ts'
import { PageIntro } from '../../components/site/page-intro.tsx'
import { ContactForm } from './contact-form.tsx'
import css from './contact-page.module.css'
import { MapPicture } from './map-picture.tsx'
import { SHARE_ON } from './share-links.ts'

const HOURS = [
  { days: 'Mon-Fri', hours: '9 am to 6 pm' },
  { days: 'Sat', hours: '10 am to 2 pm' },
  { days: 'Sun', hours: 'Closed' },
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
        eyebrow="Contact"
        title="Talk to us"
        line="A question about Galla, a problem with your account, or help with moving over: write to us."
      />
      <Box
        w="100%"
        maw={1160}
        mx="auto"
        px={{ base: 'md', xs: 'lg' }}
        pt={0}
        pb={{ base: 'md', xs: 'lg' }}
        className={css.columns}
      >
        <ContactForm />
        <Stack gap="md">
          <Paper
            component="section"
            withBorder
            radius="lg"
            py={20}
            px="lg"
            className={css.detail}
            aria-labelledby="write"
          >
            <h2 id="write">
              <IconMail size={20} stroke={1.8} aria-hidden /> E-mail
            </h2>
            <p>
              <a href={`mailto:${contactEmail()}`}>{contactEmail()}</a>
            </p>
          </Paper>
          <Paper
            component="section"
            withBorder
            radius="lg"
            py={20}
            px="lg"
            className={css.detail}
            aria-labelledby="hours"
          >
            <h2 id="hours">
              <IconClock size={20} stroke={1.8} aria-hidden /> Business hours
            </h2>
            <dl>
              {HOURS.map(({ days, hours }) => (
                <Group
                  key={days}
                  gap="md"
                  align="stretch"
                  justify="space-between"
                  wrap="nowrap"
                  py={4}
                  px={0}
                  fz="md"
                >
                  <Box component="dt" c="dimmed">
                    {days}
                  </Box>
                  <Box component="dd" fw={550} className="tabular">
                    {hours}
                  </Box>
                </Group>
              ))}
            </dl>
            <p className={css.zone}>Indian Standard Time</p>
          </Paper>
          <Paper
            component="section"
            withBorder
            radius="lg"
            py={20}
            px="lg"
            className={css.detail}
            aria-labelledby="paid"
          >
            <h2 id="paid">
              <IconReceipt size={20} stroke={1.8} aria-hidden /> About a payment you made
            </h2>
            <p>
              Please ask the shop first: your money went straight to its account, so only the shop can give it
              back.
            </p>
          </Paper>
          <Paper
            component="section"
            withBorder
            radius="lg"
            py={20}
            px="lg"
            className={css.detail}
            aria-labelledby="social"
          >
            <h2 id="social">Tell others about Galla</h2>
            <Group
              component="ul"
              gap="xs"
              align="stretch"
              wrap="nowrap"
              mt="sm"
              mb={0}
              className={`plain-list ${css.social}`}
            >
              {SHARE_ON.map(({ name, href }) => {
                const Sign = SIGNS[name]
                return (
                  <li key={name}>
                    <a href={href()} target="_blank" rel="noreferrer" aria-label={`Share Galla on ${name}`}>
                      <Sign size={20} stroke={1.7} aria-hidden />
                    </a>
                  </li>
                )
              })}
            </Group>
          </Paper>
        </Stack>
      </Box>
      <MapPicture />
    </>
  )
}
