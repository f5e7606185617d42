#!/bin/sh
#SBATCH --job-name=mousetrap
# The last shard, which is the number of shards, is also in the last command.
#SBATCH --array=1-12
#SBATCH --requeue
#SBATCH --open-mode=append
# Where the partition ends tasks earlier than a shard takes, add --time.
# Judging needs cores of its own; --jobs below is as many.
#SBATCH --cpus-per-task=2
# Enough for the memory limits of two runs in any language.
#SBATCH --mem=6G
#SBATCH --output=parts/%a.out

# Judges one of 12 shards in each task. In the project, in a directory that all nodes see:
#   mkdir -p parts; sbatch slurm.sh
#   mousetrap report merge parts/*.jsonl --output all.html --output all.json
# A task that is lost with its node is queued again, and continues from its log.

exec mousetrap judge class/ --shard "$SLURM_ARRAY_TASK_ID/12" --jobs "$SLURM_CPUS_PER_TASK" \
    --resume --output "parts/$SLURM_ARRAY_TASK_ID.jsonl"
