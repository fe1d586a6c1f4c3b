import { rest, store } from '../store'
import { FilmResource } from './Films'

/** The page contains `<script id="film" type="application/json">{ "id": "7", "title": "Solaris" }</script>`. */
export function readEmbeddedFilm(id: string): void {
  const json = document.getElementById('film')?.textContent
  if (json) store.dispatch(rest.setResponse(FilmResource.get, { id }, JSON.parse(json)))
}
