import { email, requiredText } from '@galla/contract/fields'
import { Box, Group, Paper, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { ActionButton } from '../../components/feedback/action-button.tsx'
import { Banner } from '../../components/feedback/banner.tsx'
import { Notice } from '../../components/feedback/notice.tsx'
import { messagesOf } from '../../components/form/form-errors.ts'
import { VISITOR } from '../../components/form/stored-draft.ts'
import { useCheckedForm } from '../../components/form/use-checked-form.ts'
import { t } from '../../locales/translate.ts'
import css from './contact-page.module.css'

const SENDING_MS = 1500
const SENT_SHOWN_MS = 5000
const MESSAGE_CHARACTERS_MAX = 5000
const EMPTY = { name: '', email: '', subject: '', message: '' }

// Multi-line, unlike the contract's texts.
const message = z
  .string()
  .trim()
  .min(1, t('Message is required'))
  .max(MESSAGE_CHARACTERS_MAX, t('Please use at most {count} characters', { count: MESSAGE_CHARACTERS_MAX }))
const contactForm = z.object({
  name: requiredText('Name is required', 100),
  email: email('Email is required'),
  subject: requiredText(t('Subject is required'), 200),
  message,
})

type Step = 'writing' | 'sending' | 'sent'

/** The product specification wants a simulated form: it shows that it sends, and makes no call. */
export function ContactForm() {
  const { form, formProps, step } = useContactForm()
  const sending = step === 'sending'
  return (
    <Paper component="section" withBorder radius="lg" p={{ base: 'lg', xs: 'xl' }} aria-labelledby="message">
      <h2 id="message">{t('Send us a message')}</h2>
      <Box component="form" mt="lg" className="fields" {...formProps}>
        <noscript>
          <Notice tone="pending">{t('The form needs JavaScript. You can also send an email.')}</Notice>
        </noscript>
        <ContactFields form={form} readOnly={sending} />
        <Group gap="12px 16px" mih={64} className={css.end}>
          <ActionButton type="submit" busy={sending} busyLabel={t('Sending...')} h={48} px={24} fz={16}>
            {t('Send Message')}
          </ActionButton>
          {step === 'sent' && (
            <Banner tone="success" message={t("Message sent successfully! We'll get back to you soon.")} />
          )}
        </Group>
      </Box>
    </Paper>
  )
}

function useContactForm() {
  const [step, setStep] = useState<Step>('writing')
  const { form, formProps, clear } = useCheckedForm({
    initialValues: EMPTY,
    validate: (values) => messagesOf(contactForm, values),
    draft: { name: 'contact', owner: VISITOR },
    isPrerendered: true,
  })
  useEffect(() => {
    if (step === 'writing') return
    const next = () => {
      if (step === 'sending') clear(EMPTY)
      setStep(step === 'sending' ? 'sent' : 'writing')
    }
    const timer = window.setTimeout(next, step === 'sending' ? SENDING_MS : SENT_SHOWN_MS)
    return () => window.clearTimeout(timer)
  }, [step, clear])
  return { form, formProps: formProps(() => setStep('sending')), step }
}

function ContactFields({ form, readOnly }: { form: UseFormReturnType<typeof EMPTY>; readOnly: boolean }) {
  const common = { size: 'md', readOnly } as const
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput label={t('Name')} autoComplete="name" {...common} {...form.getInputProps('name')} />
        <TextInput
          label={t('Email')}
          type="email"
          autoComplete="email"
          {...common}
          {...form.getInputProps('email')}
        />
      </SimpleGrid>
      <TextInput label={t('Subject')} {...common} {...form.getInputProps('subject')} />
      <Textarea label={t('Message')} rows={6} {...common} {...form.getInputProps('message')} />
    </>
  )
}
