#!/bin/sh
#SBATCH --job-name=mousetrap
#SBATCH --array=1-{{shards}}
#SBATCH --requeue
#SBATCH --open-mode=append
# Where the partition ends tasks earlier than a part takes, add --time.
# Judging wants cores of its own; --jobs below is as many.
#SBATCH --cpus-per-task=2
# Enough for the memory limits of two runs in any language.
#SBATCH --mem=6G
#SBATCH --output=parts/%a.out

# Judges one of {{shards}} parts in each task. Where the files are, in a directory
# that all nodes see:
#   mkdir -p parts; sbatch {{file}}
#   mousetrap report merge parts/*.jsonl --output all.html --output all.json
# A task that is lost with its node is queued again, and goes on from its log.

exec mousetrap {{command}} --shard "$SLURM_ARRAY_TASK_ID/{{shards}}" --jobs "$SLURM_CPUS_PER_TASK" \
    --resume --output "parts/$SLURM_ARRAY_TASK_ID.jsonl"
