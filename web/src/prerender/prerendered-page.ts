export interface PrerenderedPage {
  /** Absent for the page of unknown addresses. */
  readonly path?: string
  readonly canonical?: string
  readonly source: string | readonly string[]
  /** The title and the description. */
  readonly head: string
  readonly title: string
  readonly description: string
  readonly body: string
}

/** The interface between the build and prerender.tsx, which is built first. */
export interface Renderer {
  prerenderPages(): Promise<readonly PrerenderedPage[]>
  shellPaths(): readonly string[]
}
