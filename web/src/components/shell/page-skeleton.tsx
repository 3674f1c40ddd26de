import { Skeleton } from '@mantine/core'

/** Stands for a page whose code is still on its way. */
export function PageSkeleton() {
  return (
    <div aria-hidden>
      <Skeleton h={30} w={180} mb={8} />
      <Skeleton h={18} w={260} mb={28} />
      <Skeleton h={320} radius="lg" />
    </div>
  )
}
