import type { Store } from '@reduxjs/toolkit'
import { createRest } from 'rtk-rest'
import { RestDevtools, type RestDevtoolsProps } from 'rtk-rest/devtools'
import { describe, expectTypeOf, it } from 'vitest'

const rest = createRest({ reducerPath: 'shop' })

describe('RestDevtools', () => {
  it('takes an instance of any path, and any store', () => {
    expectTypeOf(<RestDevtools rest={rest} />).not.toBeAny()
    expectTypeOf<{ rest: typeof rest; store: Store }>().toExtend<RestDevtoolsProps>()
  })

  it('refuses other positions than its own', () => {
    expectTypeOf<'left'>().not.toExtend<NonNullable<RestDevtoolsProps['position']>>()
    expectTypeOf<'floating' | 'docked' | 'page'>().toEqualTypeOf<
      NonNullable<RestDevtoolsProps['position']>
    >()
  })

  it('gives `ignores` the actions of the library', () => {
    expectTypeOf<NonNullable<RestDevtoolsProps['ignores']>>().toBeCallableWith(
      rest.actions.reset({ kind: 'reset', fetchedAt: 0, date: 0 }),
    )
  })
})
