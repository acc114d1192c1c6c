'use client';
import { Pause, Play, Radio, SkipBack, SkipForward, StepBack, StepForward, ZoomIn, ZoomOut } from 'lucide-react';
import { type ComponentProps, memo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { type SpanFilter, spanFilters } from '#components/run-view/timeline/list-rows.ts';
import type { PlayheadControls } from '#components/run-view/timeline/playhead.tsx';
import { Button } from '#components/ui/button.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextInput } from '#components/ui/text-input.tsx';

type TimelineBarProps = {
  controls: PlayheadControls;
  startedMs: number;
  isPast: boolean;
  isPlaying: boolean;
  onPlay: () => void;
  isFollowing: boolean;
  onFollow: (isFollowing: boolean) => void;
  filter: SpanFilter;
  onFilter: (filter: SpanFilter) => void;
  /** Undefined shows the whole run again. */
  onZoom: (isZoomIn: boolean | undefined) => void;
  isZoomed: boolean;
  /** Forks the run at the shown moment. */
  fork: ReactNode;
  /** Time, tokens and cost. */
  children: ReactNode;
};

/** The controls of a timeline: step, follow, filter, zoom. During a run only its numbers render. */
export function TimelineBar({ fork, children, ...props }: TimelineBarProps) {
  const { controls, startedMs, isPast, isPlaying, onPlay, isFollowing, onFollow, filter, onFilter, onZoom, isZoomed } = props;
  return (
    <div
      data-part="timeline-bar"
      className="flex h-(--bar-panel) min-w-0 shrink-0 items-center gap-2 border-b border-line-1 bg-chrome px-1.5"
    >
      <StepButtons controls={controls} startedMs={startedMs} isPast={isPast} isPlaying={isPlaying} onPlay={onPlay} />
      <FollowButton isFollowing={isFollowing} onFollow={onFollow} />
      {fork}
      <Filter filter={filter} onFilter={onFilter} />
      <span className="min-w-0 grow" />
      {children}
      <ZoomButtons onZoom={onZoom} isZoomed={isZoomed} />
    </div>
  );
}

type StepButtonsProps = Pick<TimelineBarProps, 'controls' | 'startedMs' | 'isPast' | 'isPlaying' | 'onPlay'>;

const StepButtons = memo(function StepButtons({ controls, startedMs, isPast, isPlaying, onPlay }: StepButtonsProps) {
  const t = useTranslations('dock');
  const settled = (act: () => void) => () => {
    act();
    controls.settle();
  };
  return (
    <span className="flex shrink-0">
      <IconButton
        icon={SkipBack}
        label={t('toStart')}
        onClick={settled(() => controls.lookAt(startedMs))}
        className="@max-[680px]:hidden"
      />
      <IconButton icon={StepBack} label={t('stepBack')} onClick={settled(() => controls.step(-1))} />
      <IconButton icon={isPlaying ? Pause : Play} label={t(isPlaying ? 'pause' : 'play')} onClick={onPlay} />
      <IconButton icon={StepForward} label={t('stepForward')} onClick={settled(() => controls.step(1))} />
      <IconButton
        icon={SkipForward}
        label={t('toEnd')}
        onClick={settled(controls.backToLive)}
        isOff={!isPast}
        className="@max-[680px]:hidden"
      />
    </span>
  );
});

const FollowButton = memo(function FollowButton({ isFollowing, onFollow }: Pick<TimelineBarProps, 'isFollowing' | 'onFollow'>) {
  const t = useTranslations('dock');
  return (
    <Button
      look="quiet"
      aria-pressed={isFollowing}
      title={t('followHint')}
      onClick={() => onFollow(!isFollowing)}
      className="aria-pressed:bg-accent-bg aria-pressed:text-accent"
    >
      <Radio size={13} aria-hidden="true" />
      <span className="@max-[860px]:sr-only">{t('follow')}</span>
    </Button>
  );
});

type FilterProps = Pick<TimelineBarProps, 'filter' | 'onFilter'>;

const Filter = memo(function Filter({ filter, onFilter }: FilterProps) {
  const t = useTranslations('dock');
  return (
    <>
      <TextInput
        type="search"
        aria-label={t('filter')}
        placeholder={t('filter')}
        value={filter.text}
        onChange={(event) => onFilter({ ...filter, text: event.target.value })}
        className="h-6! max-w-40 min-w-24! shrink @max-[540px]:hidden"
      />
      <KindFilter filter={filter} onFilter={onFilter} />
    </>
  );
});

/** Which rows are shown; as a list where there is no room for all of them side by side. */
function KindFilter({ filter, onFilter }: FilterProps) {
  const t = useTranslations('dock');
  const options = spanFilters.map((value) => ({ value, label: t(`kinds.${value}`) }));
  const choose = (kind: SpanFilter['kind']) => onFilter({ ...filter, kind });
  return (
    <>
      <span className="flex shrink-0 @max-[820px]:hidden">
        <Segmented label={t('filterKinds')} value={filter.kind} options={options} onChange={choose} />
      </span>
      <span className="w-[88px] shrink-0 @min-[820px]:hidden">
        <Select
          aria-label={t('filterKinds')}
          value={filter.kind}
          onChange={(event) => {
            const kind = spanFilters.find((one) => one === event.target.value);
            if (kind) choose(kind);
          }}
          className="h-6! text-meta!"
        >
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </span>
    </>
  );
}

const ZoomButtons = memo(function ZoomButtons({ onZoom, isZoomed }: Pick<TimelineBarProps, 'onZoom' | 'isZoomed'>) {
  const t = useTranslations('dock');
  return (
    <span className="flex shrink-0 items-center @max-[620px]:hidden">
      {isZoomed ? (
        <Button look="quiet" title={t('fitHint')} onClick={() => onZoom(undefined)}>
          {t('fit')}
        </Button>
      ) : null}
      <IconButton icon={ZoomOut} label={t('zoomOut')} onClick={() => onZoom(false)} isOff={!isZoomed} />
      <IconButton icon={ZoomIn} label={t('zoomIn')} onClick={() => onZoom(true)} />
    </span>
  );
});

type IconButtonProps = {
  icon: typeof Play;
  label: string;
  onClick: () => void;
  /** There is nothing to do for it now. */
  isOff?: boolean;
} & Pick<ComponentProps<'button'>, 'className'>;

function IconButton({ icon: Icon, label, onClick, isOff = false, className }: IconButtonProps) {
  return (
    <Button
      look="quiet"
      size="icon"
      aria-label={label}
      title={label}
      aria-disabled={isOff || undefined}
      onClick={isOff ? undefined : onClick}
      className={className}
    >
      <Icon size={13} aria-hidden="true" />
    </Button>
  );
}
