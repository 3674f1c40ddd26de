import { IconChevronDown } from 'virtual:icons'
import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { SiteSection } from '../../components/site/site-section.tsx'
import { richText } from '../../locales/rich-text.tsx'
import { t } from '../../locales/translate.ts'
import { paths } from '../../paths.ts'
import css from './pricing-page.module.css'

const QUESTIONS: readonly { readonly question: string; readonly answer: ReactNode }[] = [
  {
    question: t('Can I change my plan later?'),
    answer: t(
      'Yes, at any time, under New Subscription. The new plan starts immediately, and the QR requests you have left are carried over to it. If you buy the same plan again, its days and QR requests are added.',
    ),
  },
  {
    question: t('What happens when I exceed my QR requests?'),
    answer: t(
      'Upgrade your plan or wait for the next cycle. Until then, you cannot create new live orders. Existing orders continue as before, and payments for them are still detected. There are no extra charges.',
    ),
  },
  {
    question: t('Is it really a 0% transaction fee?'),
    answer: t(
      'Yes. Your customer pays your own UPI ID, and the whole amount arrives there. You pay only for the plan. Your bank or payment provider may charge its own fees.',
    ),
  },
  {
    question: t('How secure is it? Is it PCI DSS certified?'),
    answer: richText(
      'UPI carries no card data, so PCI DSS does not apply and Galla does not claim a certification. Galla never holds your money, encrypts your secrets, and signs every webhook. Read more on the <link>security page</link>.',
      { link: (text) => <Link to={paths.security}>{text}</Link> },
    ),
  },
  {
    question: t('What is Direct Intent?'),
    answer: t(
      'With each order, the API returns links that open BHIM, Google Pay, PhonePe or Paytm on the phone with the amount filled in, so that you can show these buttons in your own app or shop. It works with verified merchant accounts. UPI does not allow it for personal and small merchant accounts.',
    ),
  },
  {
    question: t('Do you help with migration? What does it cost?'),
    answer: richText(
      'Migration help is free. <contact>Contact us</contact> and tell us what you use today. You can try everything in test mode before you switch. The <guide>integration guide</guide> has code in four languages.',
      {
        contact: (text) => <Link to={paths.contact}>{text}</Link>,
        guide: (text) => <Link to={paths.docs}>{text}</Link>,
      },
    ),
  },
]

/** Questions that open and close without a script. */
export function PricingQuestions() {
  return (
    <SiteSection maw={808} pb={{ base: 48, xs: 72 }} aria-labelledby="questions">
      <Title id="questions" order={2} fz="xl" mb="sm">
        {t('Frequently asked questions')}
      </Title>
      {QUESTIONS.map(({ question, answer }) => (
        <details key={question} className={`disclosure ${css.question}`}>
          <summary>
            <Title order={3} fz="md" fw={600}>
              {question}
            </Title>
            <IconChevronDown size={20} stroke={1.8} color="var(--galla-muted)" />
          </summary>
          <Text maw={680} px={4} pb={20} c="dimmed" fz="md" lh={1.6}>
            {answer}
          </Text>
        </details>
      ))}
    </SiteSection>
  )
}
