import { IconCheck } from 'virtual:icons'
import { Center, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { CallToAction } from '../../components/site/call-to-action.tsx'
import { FEATURES } from '../../components/site/features.ts'
import { PageIntro } from '../../components/site/page-intro.tsx'
import { FEATURE_PICTURES } from './feature-pictures.tsx'
import css from './features-page.module.css'

export function FeaturesPage() {
  return (
    <>
      <PageIntro
        eyebrow="Features"
        title="What a payment needs, and nothing in its way"
        line="Six things that Galla does for you, and how each of them works."
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
              <div className={css.words}>
                <Center
                  component="span"
                  w={44}
                  h={44}
                  mb="md"
                  bdrs="md"
                  c="var(--galla-accent)"
                  bg="var(--galla-created-soft)"
                >
                  <Icon size={22} stroke={1.8} aria-hidden />
                </Center>
                <Title id={name} order={2} fz="xl" fw={700}>
                  {title}
                </Title>
                <Text mt="xs" c="dimmed" lh={1.6} className={css.text}>
                  {text}
                </Text>
                <Stack component="ul" gap={10} mt={20} fz="md" className={`plain-list ${css.points}`}>
                  {points.map((point) => (
                    <Group key={point} component="li" gap={10} align="stretch" wrap="nowrap">
                      <IconCheck size={18} stroke={2.2} aria-hidden />
                      {point}
                    </Group>
                  ))}
                </Stack>
              </div>
              <Center bd="1px solid var(--galla-line)" bdrs={20} className={css.picture} aria-hidden="true">
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
