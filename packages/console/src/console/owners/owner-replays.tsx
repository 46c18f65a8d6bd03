import { NewReplayButton, ReplayList, useReplays } from '../../webhooks/replays.js';
import { ownerPath } from '../api/owners.js';
import { text } from '../text/index.js';

export const OwnerReplays = ({ ownerId }: { ownerId: string }) => {
  const { replays } = text().merchants;
  const owner = ownerPath(ownerId);
  const pages = useReplays(owner);
  return (
    <section class="card" aria-labelledby="replays">
      <div class="title-row">
        <h2 id="replays">{replays}</h2>
        <NewReplayButton owner={owner} onDone={pages.refresh} />
      </div>
      <ReplayList caption={replays} pages={pages} />
    </section>
  );
};
