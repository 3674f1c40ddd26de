export interface PrerenderedPage {
  /** Absent for the page of unknown addresses. */
  readonly path?: string
  readonly canonical?: string
  readonly source: string
  /** What React wants in the head: the title and the description. */
  readonly head: string
  readonly title: string
  readonly description: string
  readonly body: string
}

/** What the build asks of prerender.tsx, which it has to build first. */
export interface Renderer {
  prerenderPages(): Promise<readonly PrerenderedPage[]>
  shellPaths(): readonly string[]
}
