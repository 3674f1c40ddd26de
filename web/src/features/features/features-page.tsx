import { IconCheck } from 'virtual:icons'
import { Box, Center, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { Seal } from '../../components/feedback/seal.tsx'
import { CallToAction } from '../../components/site/call-to-action.tsx'
import { FEATURES } from '../../components/site/features.ts'
import { PageIntro } from '../../components/site/page-intro.tsx'
import { t } from '../../locales/translate.ts'
import { FEATURE_PICTURES } from './feature-pictures.tsx'
import css from './features-page.module.css'

export function FeaturesPage() {
  return (
    <>
      <PageIntro
        eyebrow={t('Features')}
        title={t('Features for UPI payments')}
        line={t('What Galla does for you, and how it works.')}
      />
      <Stack gap={88} w="100%" maw={1160} mx="auto" className={css.features}>
        {FEATURES.map(({ name, title, text, points, Icon }) => {
          const Picture = FEATURE_PICTURES[name]
          return (
            <SimpleGrid
              key={name}
              component="section"
              cols={{ base: 1, lg: 2 }}
              spacing={72}
              className={css.feature}
              style={{ alignItems: 'center' }}
              aria-labelledby={name}
            >
              <div className={css.text}>
                <Seal tone="created" size={44} mb="md">
                  <Icon size={22} stroke={1.8} />
                </Seal>
                <h2 id={name}>{title}</h2>
                <Text mt="xs" c="dimmed" lh={1.6} fz={{ base: 'md', xs: 'lg' }}>
                  {text}
                </Text>
                <Stack component="ul" gap={10} mt={20} fz="md" className="plain-list">
                  {points.map((point) => (
                    <Group key={point} component="li" gap={10} align="flex-start" wrap="nowrap">
                      <Box component="span" lh="24px" mt={2} c="var(--galla-success)">
                        <IconCheck size={18} stroke={2.2} />
                      </Box>
                      {point}
                    </Group>
                  ))}
                </Stack>
              </div>
              <Center
                bd="1px solid var(--galla-line)"
                bdrs="lg"
                className={`glow ${css.picture}`}
                aria-hidden="true"
              >
                <Picture />
              </Center>
            </SimpleGrid>
          )
        })}
      </Stack>
      <CallToAction />
    </>
  )
}
