import { IconChevronDown } from 'virtual:icons'
import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { SiteSection } from '../../components/site/site-section.tsx'
import { paths } from '../../paths.ts'
import css from './pricing-page.module.css'

const QUESTIONS: readonly { readonly question: string; readonly answer: ReactNode }[] = [
  {
    question: 'Can I change my plan later?',
    answer:
      'Yes, at any time, under New Subscription. The new plan starts immediately, and the QR requests you have left are carried over to it. Buying the same plan again adds its days and its requests to what you have.',
  },
  {
    question: 'What happens when I exceed my QR requests?',
    answer:
      'Upgrade your plan or wait for the next cycle. Until then, you cannot create new live orders. Existing orders continue as before, and every payment for them is still recognised. You are never charged more than you chose.',
  },
  {
    question: 'Is it really a 0% transaction fee?',
    answer:
      'Galla takes no share of any payment: the customer pays your own UPI ID and the whole amount arrives there. You pay only for the plan. Your bank or payment provider may charge its own fees.',
  },
  {
    question: 'How secure is it? Is it PCI DSS certified?',
    answer: (
      <>
        UPI carries no card data, so PCI DSS does not apply and Galla does not claim a certification. Galla
        never holds your money, stores your secrets encrypted, and signs every notification. The{' '}
        <Link to={paths.security}>security page</Link> describes how each of these is built.
      </>
    ),
  },
  {
    question: 'What is Direct Intent?',
    answer:
      'With each order, the API returns links that open BHIM, Google Pay, PhonePe or Paytm on the phone with the amount already filled in, so that your own app or shop can offer its own buttons. It works with verified merchant accounts. UPI does not allow it for personal and small merchant accounts.',
  },
  {
    question: 'Do you help with moving over? What does it cost?',
    answer: (
      <>
        Help with moving is free. Write to <Link to={paths.contact}>us</Link> and tell us what you use today.
        In test mode you see that everything works before anything changes for your customers. The{' '}
        <Link to={paths.docs}>integration guide</Link> has the code in four languages.
      </>
    ),
  },
]

/** Opens and closes without a script. */
export function PricingQuestions() {
  return (
    <SiteSection maw={808} pb={{ base: 48, xs: 72 }} aria-labelledby="questions">
      <Title id="questions" order={2} fz="xl" mb="sm">
        Questions, answered plainly
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
