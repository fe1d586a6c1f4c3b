import type { ComponentProps } from 'react'
import { Boundary } from './Boundary'
import { StaleNotice } from './StaleNotice'

/** What a part of the page reads: a skeleton first, the data, the data with its age while it may be old, or an error. */
export function Reading(props: ComponentProps<typeof Boundary>) {
  return (
    <>
      <StaleNotice of={props.of} />
      <Boundary {...props} />
    </>
  )
}
