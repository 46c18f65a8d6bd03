import { NewReplayButton, ReplayList, useReplays } from '../../webhooks/replays.js';
import { text } from '../text/index.js';

export const ReplaysPage = () => {
  const t = text().replays;
  const pages = useReplays('');
  return (
    <>
      <div class="title-row">
        <h1>{t.titleOfList}</h1>
        <NewReplayButton owner="" onDone={pages.refresh} />
      </div>
      <p class="lead">{t.lead}</p>
      <section class="card">
        <ReplayList caption={t.titleOfList} pages={pages} />
      </section>
    </>
  );
};
