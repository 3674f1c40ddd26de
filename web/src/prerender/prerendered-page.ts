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

/** A page of the dashboard, whose HTML is its empty frame. */
export interface FramedPage {
  readonly path: string
  readonly source: readonly string[]
  /** The calls whose replies the server puts into the HTML. */
  readonly asks: readonly string[]
}

/** The interface between the build and prerender.tsx, which is built first. */
export interface Renderer {
  prerenderPages(): Promise<readonly PrerenderedPage[]>
  dashboardPages(): readonly FramedPage[]
  renderFrame(): string
  shellPaths(): readonly string[]
}
