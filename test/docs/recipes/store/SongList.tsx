import { Collection, Entity, RestEndpoint } from 'rtk-rest'
import { useEffect } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { API } from '../api'
import { rest, type RootState, type store } from './storeWithGarbage'

class Song extends Entity {
  id = ''
  title = ''
  static override key = 'Song'
}

export const getSongs = new RestEndpoint({
  urlPrefix: API,
  path: '/albums/:album/songs',
  schema: new Collection([Song]),
})

export function SongList({ album }: { readonly album: string }) {
  const dispatch = useDispatch<typeof store.dispatch>()
  useEffect(() => {
    const held = dispatch(rest.retain(getSongs, { album }))
    return () => held.release()
  }, [dispatch, album])
  const songs = useSelector((state: RootState) =>
    rest.selectors.selectData(state, getSongs, { album }),
  )
  return <p>{songs?.map(({ title }) => title).join(', ') ?? 'loading'}</p>
}
